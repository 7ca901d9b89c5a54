/* UTF-8, strictly: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef MC_UTF8_H
#define MC_UTF8_H

#include "bytes.h"

/* Length of the well-formed sequence at `bytes`, which must not be ASCII; 0 when it is malformed. Looks at no byte behind
   one that is no continuation byte, so a zero at the end of the buffer is enough to stop it. */
uint8_t mc_utf8_length(const uint8_t *bytes);

/* The character of the well-formed sequence at *bytes, which is moved behind it. */
uint32_t mc_utf8_take(const uint8_t **bytes);

/* How many bytes a character takes. */
static inline uint8_t mc_utf8_size(uint32_t character)
{
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

/* Writes a character; returns how many bytes. */
uint8_t mc_utf8_put(uint8_t *bytes, uint32_t character);

#endif
