/* The parts of screen.capture: taking pixels, and sending them. */
#ifndef MC_SCREEN_PARTS_H
#define MC_SCREEN_PARTS_H

#include "QDOffscreen.h"
#include "display.h"
#include "fingerprint.h"
#include "pict.h"
#include "request.h"

typedef struct mc_capture {
    Rect region; /* in global coordinates */
    bool one_turn;
    uint16_t turns; /* in which pixels were taken */
    int16_t next_row; /* the first that is not taken yet, in global coordinates */
    uint16_t next_band; /* the first without its sums */
    Handle pixels; /* where they are ... */
    GWorldPtr world; /* ... or, when colours are reduced, the world that they are drawn into */
    PixMap dest; /* or, for a screen without colours, a BitMap: its first fields are the same */
    mc_pict pict;
    mc_fingerprint print;
    bool whole; /* all of it is sent; else the changed bands only */
    bool changed[MC_MOST_BANDS];
} mc_capture;

/* ---- screen_take.c ---- */

/* Memory for the pixels of region and pict. With another depth than the screen's, they are reduced to it. */
OSErr mc_capture_prepare(mc_capture *capture, const mc_display *display);

/* Takes as many rows as a turn allows, or all of them in one turn; true when there are no more. */
bool mc_capture_take(mc_capture *capture);

/* Adds up as many bands as a turn allows; true when there are no more. */
bool mc_capture_sum(mc_capture *capture);

const uint8_t *mc_capture_row(const mc_capture *capture, uint16_t row);

/* Gives all memory back; harmless when there is none. */
void mc_capture_dispose(mc_capture *capture);

/* ---- screen_send.c ---- */

/* A run of bands from `*band` on that are sent, in rows; false when there is no more. Moves *band behind it. */
bool mc_capture_next_run(const mc_capture *capture, uint16_t *band, uint16_t *top, uint16_t *rows);

/* Streams the PICT of a capture, and disposes of it. */
void mc_capture_stream(mc_request *request, mc_capture *capture);

#endif
