/*
 * CopyBits takes the region into temporary memory, in bands of a few rows and as many of them in a turn as its time allows; then
 * they are summed, and packed and sent at leisure. The screen's own memory is never read directly: with 24-bit addressing its
 * address means something else.
 */
#include "MacMemory.h"
#include "clock.h"
#include "screen_parts.h"

enum {
    COPY_BYTES = 10 * 1024, /* a CopyBits moves about so many, at least a row: under 11 ms on a 68030 at 25 MHz */
    COPY_ROWS = 16,
    TURN_TICKS = 2, /* a turn goes on for so long, and one band more: under 50 ms */
    ROW_BYTES_MASK = 0x3FFF
};

/* ---- Memory ---- */

/* With the device's own depth and colour table, so that CopyBits copies pixel values and translates nothing. The device may say that
   its address is a 32-bit one (pmVersion); ours may carry the flags of a master pointer. */
static void describe_dest(mc_capture *capture, const mc_display *display)
{
    if (display->pixmap)
        capture->dest = *display->pixmap;
    capture->dest.pmVersion = 0;
    capture->dest.baseAddr = *capture->pixels;
    capture->dest.rowBytes = (int16_t)(capture->pict.row_bytes | (display->pixmap ? kPixMapFlag : 0));
    capture->dest.bounds = capture->region;
}

/* One row more is what the packing of 32 bits works in. */
static OSErr prepare_copy(mc_capture *capture)
{
    uint32_t bytes = (uint32_t)capture->pict.row_bytes * capture->pict.height;
    mc_display display;
    OSErr err;
    capture->pixels = TempNewHandle((Size)(bytes + (capture->pict.depth == 32 ? capture->pict.row_bytes : 0)), &err);
    if (!capture->pixels)
        return memFullErr;
    HLock(capture->pixels);
    capture->pict.scratch = (uint8_t *)*capture->pixels + bytes;
    mc_display_get(&display); /* again: memory has moved */
    describe_dest(capture, &display);
    return noErr;
}

/* CopyBits maps colours to those of the current device, not to those of the map that it draws into ("Manipulating Pixel Map Images" in the
   System 7 chapter on Color QuickDraw): so a reduction needs a world, which has a device of its own, and not only a map. */
static OSErr prepare_reduction(mc_capture *capture)
{
    OSErr err =
        NewGWorld(&capture->world, (int16_t)capture->pict.depth, &capture->region, NULL, NULL, useTempMem | keepLocal);
    if (err != noErr) {
        capture->world = NULL;
        return err;
    }
    PixMapHandle pixmap = GetGWorldPixMap(capture->world);
    if (!LockPixels(pixmap))
        return memFullErr;
    capture->dest = **pixmap;
    capture->dest.baseAddr = GetPixBaseAddr(pixmap);
    return noErr;
}

OSErr mc_capture_prepare(mc_capture *capture, const mc_display *display)
{
    return capture->pict.depth == display->depth ? prepare_copy(capture) : prepare_reduction(capture);
}

void mc_capture_dispose(mc_capture *capture)
{
    if (capture->pixels)
        DisposeHandle(capture->pixels);
    if (capture->world)
        DisposeGWorld(capture->world);
    capture->pixels = NULL;
    capture->world = NULL;
}

const uint8_t *mc_capture_row(const mc_capture *capture, uint16_t row)
{
    return (const uint8_t *)capture->dest.baseAddr + (uint32_t)row * (capture->dest.rowBytes & ROW_BYTES_MASK);
}

/* ---- Taking ---- */

static uint16_t rows_at_once(const mc_capture *capture)
{
    uint16_t rows = COPY_BYTES / capture->pict.row_bytes;
    return rows > COPY_ROWS ? COPY_ROWS : rows > 0 ? rows : 1;
}

/* CopyBits leaves alone what a row has behind its last pixel; the sums count it. */
static void clear_row_ends(const mc_capture *capture, uint16_t row, uint16_t rows)
{
    for (; rows > 0; rows--, row++)
        *(uint32_t *)(mc_capture_row(capture, row) + capture->pict.row_bytes - 4) = 0;
}

static void take_band(mc_capture *capture, const mc_display *display)
{
    Rect band = capture->region;
    uint16_t rows = rows_at_once(capture);
    band.top = capture->next_row;
    if (band.bottom - band.top > rows)
        band.bottom = (int16_t)(band.top + rows);
    clear_row_ends(capture, (uint16_t)(band.top - capture->region.top), (uint16_t)(band.bottom - band.top));
    CopyBits(display->bits, (const BitMap *)&capture->dest, &band, &band, srcCopy, NULL);
    capture->next_row = band.bottom;
}

static void take_bands(mc_capture *capture)
{
    uint32_t start = mc_ticks();
    mc_display display;
    do {
        mc_display_get(&display);
        take_band(capture, &display);
    } while (capture->next_row < capture->region.bottom && (capture->one_turn || mc_ticks() - start < TURN_TICKS));
}

/* The pointer is hidden only while the region is copied, and shown again before anybody else gets time; so is the current port. */
bool mc_capture_take(mc_capture *capture)
{
    static const Point origin = {0, 0};
    GWorldPtr port;
    GDHandle device;
    if (capture->world) {
        GetGWorld(&port, &device);
        SetGWorld(capture->world, NULL);
    }
    ShieldCursor(&capture->region, origin);
    take_bands(capture);
    ShowCursor();
    if (capture->world)
        SetGWorld(port, device);
    capture->turns++;
    return capture->next_row == capture->region.bottom;
}

/* ---- Summing ---- */

static uint16_t rows_of_band(const mc_capture *capture, uint16_t band)
{
    uint16_t left = (uint16_t)(capture->pict.height - band * capture->print.band_rows);
    return left < capture->print.band_rows ? left : capture->print.band_rows;
}

static void sum_band(mc_capture *capture, uint16_t band)
{
    uint16_t rows = rows_of_band(capture, band), row = (uint16_t)(band * capture->print.band_rows);
    uint16_t longs = (uint16_t)(capture->pict.row_bytes >> 2);
    bool adjacent = (capture->dest.rowBytes & ROW_BYTES_MASK) == capture->pict.row_bytes;
    if (adjacent) {
        longs = (uint16_t)(longs * rows);
        rows = 1;
    }
    for (; rows > 0; rows--, row++)
        mc_sum_longs(&capture->print.sums[band], mc_capture_row(capture, row), longs);
}

bool mc_capture_sum(mc_capture *capture)
{
    uint32_t start = mc_ticks();
    while (capture->next_band < capture->print.bands && mc_ticks() - start < TURN_TICKS)
        sum_band(capture, capture->next_band++);
    if (capture->next_band < capture->print.bands)
        return false;
    mc_fingerprint_name(&capture->print);
    return true;
}
