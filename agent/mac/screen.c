/*
 * screen.capture. CopyBits takes the region into temporary memory, in bands of a few rows and as many of them in a turn as its time
 * allows; then the rows are packed and sent from there at leisure. The screen's own memory is never read directly: with
 * 24-bit addressing its address means something else.
 */
#include "MacMemory.h"
#include "clock.h"
#include "display.h"
#include "os_error.h"
#include "pict.h"

enum {
    BAND_ROWS = 16,
    BAND_TICKS = 2, /* a turn takes bands for so long, and one more: under 50 ms */
    PACK_TICKS = 2,
    DEEPEST = 8
};

static struct {
    Rect region; /* in global coordinates */
    bool one_turn;
    uint16_t turns;
    int16_t next_row; /* the first that is not taken yet */
    Handle pixels;
    PixMap dest; /* or, for a screen without colours, a BitMap: its first fields are the same */
    mc_pict pict;
    bool begun; /* the beginning of the PICT is written */
    uint16_t row; /* of the PICT: the next one */
} capture;

static void dispose(void)
{
    if (capture.pixels)
        DisposeHandle(capture.pixels);
    capture.pixels = NULL;
}

/* ---- Taking ---- */

static void take_band(const mc_display *display)
{
    Rect band = capture.region;
    band.top = capture.next_row;
    if (band.bottom - band.top > BAND_ROWS)
        band.bottom = (int16_t)(band.top + BAND_ROWS);
    CopyBits(display->bits, (const BitMap *)&capture.dest, &band, &band, srcCopy, NULL);
    capture.next_row = band.bottom;
}

/* The pointer is hidden only while the region is copied, and shown again before anybody else gets time. */
static void take_bands(void)
{
    static const Point origin = {0, 0};
    uint32_t start = mc_ticks();
    mc_display display;
    ShieldCursor(&capture.region, origin);
    do {
        mc_display_get(&display);
        take_band(&display);
    } while (capture.next_row < capture.region.bottom && (capture.one_turn || mc_ticks() - start < BAND_TICKS));
    ShowCursor();
    capture.turns++;
}

/* ---- Sending ---- */

/* A device's colour table is in the order of its pixel values. */
static void read_colours(mc_colour *colours)
{
    static const mc_colour white = {0xFFFF, 0xFFFF, 0xFFFF}, black = {0, 0, 0};
    mc_display display;
    mc_display_get(&display);
    if (!display.pixmap) {
        colours[0] = white;
        colours[1] = black;
        return;
    }
    const ColorTable *table = *display.pixmap->pmTable;
    uint16_t count = (uint16_t)(1u << capture.pict.depth);
    for (uint16_t i = 0; i < count && i <= table->ctSize; i++) {
        const RGBColor *rgb = &table->ctTable[i].rgb;
        colours[i] = (mc_colour){rgb->red, rgb->green, rgb->blue};
    }
}

static uint16_t write_beginning(uint8_t *out)
{
    static mc_colour colours[1 << DEEPEST];
    read_colours(colours);
    capture.begun = true;
    return mc_pict_begin(&capture.pict, colours, out);
}

static const uint8_t *row_of_pixels(void)
{
    return (const uint8_t *)capture.dest.baseAddr + (uint32_t)capture.row * capture.pict.row_bytes;
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t start = mc_ticks();
    (void)failure;
    if (!capture.begun)
        *filled = (uint16_t)(*filled + write_beginning(chunk + *filled));
    while (capture.row < capture.pict.height) {
        if (MC_CHUNK_BYTES - *filled < mc_pict_row_limit(&capture.pict))
            return MC_SOURCE_CHUNK;
        *filled = (uint16_t)(*filled + mc_pict_row(&capture.pict, row_of_pixels(), chunk + *filled));
        capture.row++;
        if (mc_ticks() - start >= PACK_TICKS)
            return MC_SOURCE_UNFINISHED;
    }
    if (MC_CHUNK_BYTES - *filled < MC_PICT_END_BYTES)
        return MC_SOURCE_CHUNK;
    *filled = (uint16_t)(*filled + mc_pict_end(&capture.pict, chunk + *filled));
    return MC_SOURCE_END;
}

static const mc_source pict_source = {fill, dispose};

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "checksum", 0);
    mc_write_key(writer, "picture");
    mc_write_open(writer, '{');
    mc_member_integer(writer, "x", capture.region.left);
    mc_member_integer(writer, "y", capture.region.top);
    mc_member_unsigned(writer, "width", capture.pict.width);
    mc_member_unsigned(writer, "height", capture.pict.height);
    mc_member_unsigned(writer, "depth", capture.pict.depth);
    mc_member_boolean(writer, "consistent", capture.turns == 1);
    mc_write_close(writer, '}');
    mc_member_binary(writer, "data");
    mc_answer_end(request);
    mc_stream(request, &pict_source);
}

static void step(mc_request *request)
{
    take_bands();
    if (capture.next_row == capture.region.bottom)
        answer(request);
}

static const mc_worker taker = {step, dispose};

/* ---- The request ---- */

static bool choose_region(const mc_params_screen_capture *wanted, const Rect *screen)
{
    const mc_rect *region = &wanted->region;
    if (!(wanted->present & MC_HAS_SCREEN_CAPTURE_REGION)) {
        capture.region = *screen;
        return true;
    }
    if (region->x < screen->left || region->y < screen->top || region->x + region->width > screen->right ||
        region->y + region->height > screen->bottom)
        return false;
    capture.region.left = (int16_t)region->x;
    capture.region.top = (int16_t)region->y;
    capture.region.right = (int16_t)(region->x + region->width);
    capture.region.bottom = (int16_t)(region->y + region->height);
    return true;
}

static void describe_picture(const mc_display *display)
{
    capture.pict.width = (uint16_t)(capture.region.right - capture.region.left);
    capture.pict.height = (uint16_t)(capture.region.bottom - capture.region.top);
    capture.pict.depth = display->depth;
    capture.pict.row_bytes = mc_pict_row_bytes(capture.pict.width, capture.pict.depth);
}

/* With the device's own depth and colour table, so that CopyBits copies pixel values and translates nothing. The device may say that
   its address is a 32-bit one (pmVersion); ours may carry the flags of a master pointer. */
static void describe_dest(const mc_display *display)
{
    if (display->pixmap)
        capture.dest = *display->pixmap;
    capture.dest.pmVersion = 0;
    capture.dest.baseAddr = *capture.pixels;
    capture.dest.rowBytes = (int16_t)(capture.pict.row_bytes | (display->pixmap ? kPixMapFlag : 0));
    capture.dest.bounds = capture.region;
}

void mc_screen_capture(mc_request *request, const void *params)
{
    const mc_params_screen_capture *wanted = params;
    mc_display display;
    OSErr err;
    memset(&capture, 0, sizeof capture);
    mc_display_get(&display);
    if (display.depth > DEEPEST) {
        mc_refuse(request, MC_UNSUPPORTED, "the screen shows more than 256 colours");
        return;
    }
    if (!choose_region(wanted, &display.bounds)) {
        mc_refuse_param(request, "region", "the region leaves the screen");
        return;
    }
    describe_picture(&display);
    capture.one_turn = wanted->one_turn;
    capture.next_row = capture.region.top;
    capture.pixels = TempNewHandle((Size)((uint32_t)capture.pict.row_bytes * capture.pict.height), &err);
    if (!capture.pixels) {
        mc_refuse_os(request, memFullErr, "taking memory for the picture failed");
        return;
    }
    HLock(capture.pixels);
    mc_display_get(&display);
    describe_dest(&display);
    mc_work(request, &taker);
}
