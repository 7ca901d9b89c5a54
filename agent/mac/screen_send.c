/* The PICT of a capture, row by row as the socket takes it. */
#include "clock.h"
#include "screen_parts.h"

enum { PACK_TICKS = 2 };

static struct {
    mc_capture *capture;
    bool begun; /* the beginning of the PICT is written */
    uint16_t band; /* behind the run that is being sent */
    uint16_t row; /* the next one */
    uint16_t run_end; /* row behind the run */
} sending;

bool mc_capture_next_run(const mc_capture *capture, uint16_t *band, uint16_t *top, uint16_t *rows)
{
    uint16_t last = capture->print.bands, height = capture->print.band_rows, first = *band;
    while (first < last && !capture->whole && !capture->changed[first])
        first++;
    if (first == last)
        return false;
    *band = first;
    while (*band < last && (capture->whole || capture->changed[*band]))
        ++*band;
    *top = (uint16_t)(first * height);
    *rows = (uint16_t)((*band < last ? *band * height : capture->pict.height) - *top);
    return true;
}

/* A device's colour table is in the order of its pixel values, and so are the system's own tables. */
static const mc_colour *read_colours(const mc_capture *capture)
{
    static mc_colour colours[MC_PICT_MOST_COLOURS];
    if (!(capture->dest.rowBytes & kPixMapFlag)) {
        colours[0] = (mc_colour){0xFFFF, 0xFFFF, 0xFFFF};
        colours[1] = (mc_colour){0, 0, 0};
    } else if (capture->pict.depth <= 8) {
        const ColorTable *table = *capture->dest.pmTable;
        uint16_t count = (uint16_t)(1u << capture->pict.depth);
        for (uint16_t i = 0; i < count && i <= table->ctSize; i++) {
            const RGBColor *rgb = &table->ctTable[i].rgb;
            colours[i] = (mc_colour){rgb->red, rgb->green, rgb->blue};
        }
    }
    return colours;
}

/* The next piece of the PICT, when the chunk has room for it. */
static mc_source_status put_piece(uint8_t *chunk, uint16_t *filled)
{
    mc_pict *pict = &sending.capture->pict;
    uint8_t *out = chunk + *filled;
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled), rows;
    if (!sending.begun) {
        *filled = (uint16_t)(*filled + mc_pict_begin(pict, out));
        sending.begun = true;
    } else if (sending.row < sending.run_end) {
        if (room < mc_pict_row_limit(pict))
            return MC_SOURCE_CHUNK;
        *filled = (uint16_t)(*filled + mc_pict_row(pict, mc_capture_row(sending.capture, sending.row++), out));
    } else if (room < MC_PICT_BAND_BYTES) {
        return MC_SOURCE_CHUNK;
    } else if (mc_capture_next_run(sending.capture, &sending.band, &sending.row, &rows)) {
        sending.run_end = (uint16_t)(sending.row + rows);
        *filled = (uint16_t)(*filled + mc_pict_band(pict, sending.row, rows, read_colours(sending.capture), out));
    } else {
        *filled = (uint16_t)(*filled + mc_pict_end(pict, out));
        return MC_SOURCE_END;
    }
    return MC_SOURCE_UNFINISHED;
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t start = mc_ticks();
    mc_source_status status;
    (void)failure;
    do
        status = put_piece(chunk, filled);
    while (status == MC_SOURCE_UNFINISHED && mc_ticks() - start < PACK_TICKS);
    return status;
}

static void close(void)
{
    mc_capture_dispose(sending.capture);
}

static const mc_source pict_source = {fill, close};

void mc_capture_stream(mc_request *request, mc_capture *capture)
{
    memset(&sending, 0, sizeof sending);
    sending.capture = capture;
    mc_stream(request, &pict_source);
}
