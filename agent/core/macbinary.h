/*
 * MacBinary III: a header of 128 bytes, then the data fork, the resource fork and the comment, each filled up to a multiple of 128
 * bytes. Of what others send, MacBinary I and II are understood, too.
 */
#ifndef MC_MACBINARY_H
#define MC_MACBINARY_H

#include "failure.h"

enum { MC_MACBINARY_BLOCK = 128, MC_MACBINARY_NAME_CHARS = 63 };

/* What a header says. */
typedef struct mc_macbinary {
    uint8_t name[MC_MACBINARY_NAME_CHARS + 1]; /* a Pascal string */
    uint32_t type;
    uint32_t creator;
    uint16_t flags; /* Finder flags */
    uint8_t script; /* fdScript and fdXFlags of the extended Finder information */
    uint8_t extended_flags;
    bool locked;
    uint32_t data_size;
    uint32_t resource_size;
    uint32_t created;
    uint32_t modified;
    uint16_t comment_size; /* of the comment behind the resource fork */
    uint16_t secondary_size; /* of a second header, which is passed over */
} mc_macbinary;

/* Makes a header; comment and second header are left out. */
void mc_macbinary_write(const mc_macbinary *file, uint8_t header[MC_MACBINARY_BLOCK]);

/* Reads and checks one. */
bool mc_macbinary_read(mc_macbinary *file, const uint8_t header[MC_MACBINARY_BLOCK], mc_failure *failure);

/* A size with what fills it up. Sizes are below 2 GB. */
static inline uint32_t mc_macbinary_padded(uint32_t size)
{
    return (size + MC_MACBINARY_BLOCK - 1) & ~(uint32_t)(MC_MACBINARY_BLOCK - 1);
}

#endif
