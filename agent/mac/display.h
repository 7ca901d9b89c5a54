/* The main screen. */
#ifndef MC_DISPLAY_H
#define MC_DISPLAY_H

#include "Quickdraw.h"

typedef struct mc_display {
    Rect bounds; /* in global coordinates: its top left is 0, 0 */
    uint16_t depth; /* bits of a pixel */
    const PixMap *pixmap; /* without Color QuickDraw: NULL. Valid until memory may move. */
    const BitMap *bits; /* for CopyBits; the same, whichever it is */
} mc_display;

/* Starts QuickDraw for a program without windows; once. */
void mc_display_init(void);

void mc_display_get(mc_display *display);

#endif
