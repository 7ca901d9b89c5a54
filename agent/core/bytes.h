/*
 * Big-endian numbers in byte buffers, and the three memory routines that every C compiler takes for granted. They are
 * declared here because the agent is built without a C library; toolbox/runtime.S supplies them on the Macintosh.
 */
#ifndef MC_BYTES_H
#define MC_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *left, const void *right, size_t count);

/* Length of a C string. */
static inline size_t mc_length(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

static inline uint32_t mc_read_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void mc_write_u16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static inline void mc_write_u32(uint8_t *bytes, uint32_t value)
{
    mc_write_u16(bytes, (uint16_t)(value >> 16));
    mc_write_u16(bytes + 2, (uint16_t)value);
}

#endif
