/*
 * A PICT, version 2, made of bands of one picture (Inside Macintosh: Imaging With QuickDraw, appendix A). It is written in pieces:
 * the beginning, then for each band its opcode and its rows, then the end. One bit deep pictures too are written as a PixMap: not
 * every reader understands a BitMap.
 */
#ifndef MC_PICT_H
#define MC_PICT_H

#include "bytes.h"

enum { MC_PICT_BEGIN_BYTES = 64, MC_PICT_BAND_BYTES = 96 + 256 * 8, MC_PICT_END_BYTES = 3, MC_PICT_MOST_COLOURS = 256 };

typedef struct mc_pict {
    uint16_t width;
    uint16_t height;
    uint16_t depth; /* 1, 2, 4 or 8: pixels are indexes; 16 or 32: they are colours */
    uint16_t row_bytes; /* of the rows in memory: a multiple of 4 */
    bool odd; /* an odd number of bytes has been written */
    uint8_t *scratch; /* with 32 bits: room for three bytes of each pixel in a row */
} mc_pict;

typedef struct mc_colour {
    uint16_t red;
    uint16_t green;
    uint16_t blue;
} mc_colour;

/* Bytes of a row, so that it ends with a whole long. */
uint16_t mc_pict_row_bytes(uint16_t width, uint16_t depth);

/* Everything before the first band: at most MC_PICT_BEGIN_BYTES. */
uint16_t mc_pict_begin(mc_pict *pict, uint8_t *out);

/* A band, up to its rows: at most MC_PICT_BAND_BYTES. `colours` has as many as the depth can tell apart; it is not looked at when
   pixels are colours themselves. */
uint16_t mc_pict_band(mc_pict *pict, uint16_t top, uint16_t rows, const mc_colour *colours, uint8_t *out);

/* Most bytes of a row. */
uint16_t mc_pict_row_limit(const mc_pict *pict);

/* `row` lies at an even address. */
uint16_t mc_pict_row(mc_pict *pict, const uint8_t *row, uint8_t *out);

/* What stands behind the last row: at most MC_PICT_END_BYTES. */
uint16_t mc_pict_end(mc_pict *pict, uint8_t *out);

#endif
