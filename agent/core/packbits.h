/* PackBits: bytes as literal runs and repetitions (Inside Macintosh: Operating System Utilities, chapter 3, "Compressing Data"). */
#ifndef MC_PACKBITS_H
#define MC_PACKBITS_H

#include "bytes.h"

/* Most bytes that `count` can become. */
static inline uint16_t mc_packed_limit(uint16_t count)
{
    return (uint16_t)(count + (count >> 7) + 1);
}

/* Packs one row; returns the number of bytes written. */
uint16_t mc_pack_bits(const uint8_t *row, uint16_t count, uint8_t *packed);

/* The same with words instead of bytes, as rows of 16-bit pixels are packed; both lie at even addresses. */
uint16_t mc_pack_words(const uint8_t *row, uint16_t words, uint8_t *packed);

#endif
