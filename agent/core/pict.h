/*
 * A PICT, version 2, of one picture with a colour table (Inside Macintosh: Imaging With QuickDraw, appendix A). It is written in
 * pieces: the beginning, each row, the end. One bit deep pictures too are written as a PixMap: not every reader understands
 * a BitMap.
 */
#ifndef MC_PICT_H
#define MC_PICT_H

#include "bytes.h"

enum { MC_PICT_BEGIN_BYTES = 128 + 256 * 8, MC_PICT_END_BYTES = 3 };

typedef struct mc_pict {
    uint16_t width;
    uint16_t height;
    uint16_t depth; /* 1, 2, 4 or 8 */
    uint16_t row_bytes; /* of the rows in memory: even */
    bool odd; /* an odd number of bytes has been written */
} mc_pict;

typedef struct mc_colour {
    uint16_t red;
    uint16_t green;
    uint16_t blue;
} mc_colour;

/* Even bytes of a row. */
uint16_t mc_pict_row_bytes(uint16_t width, uint16_t depth);

/* Everything before the rows: at most MC_PICT_BEGIN_BYTES. `colours` has as many as the depth can tell apart. */
uint16_t mc_pict_begin(mc_pict *pict, const mc_colour *colours, uint8_t *out);

/* Most bytes of a row. */
uint16_t mc_pict_row_limit(const mc_pict *pict);

uint16_t mc_pict_row(mc_pict *pict, const uint8_t *row, uint8_t *out);

/* What stands behind the last row: at most MC_PICT_END_BYTES. */
uint16_t mc_pict_end(mc_pict *pict, uint8_t *out);

#endif
