/*
 * Flat descriptors (protocol/README.md): what an Apple event carries. The walk shows one item after the other where it lies, and
 * checks each before it shows it; it can be left off at any item and gone on with in a later turn. The writer stays within its buffer.
 */
#ifndef MC_FLAT_H
#define MC_FLAT_H

#include "failure.h"

typedef struct mc_flat_item {
    uint32_t keyword; /* 0 in a list */
    uint32_t type;
    const uint8_t *content; /* of data: the bytes themselves, at an even distance from the start */
    uint16_t size;
} mc_flat_item;

typedef enum mc_flat_found {
    MC_FLAT_DATA, /* a descriptor with bytes */
    MC_FLAT_OPEN, /* a list (type 'list') or record (any other type); what it holds follows */
    MC_FLAT_CLOSE, /* the end of the innermost list or record: the item is the one of its opening */
    MC_FLAT_END, /* the end of all */
    MC_FLAT_BROKEN /* no flat descriptors, or beyond the limits: `failure` says why. The walk ends here. */
} mc_flat_found;

typedef struct mc_flat_walk {
    const uint8_t *at;
    uint8_t depth; /* how many lists and records are open */
    bool too_large;
    const uint8_t *ends[MC_FLAT_DEPTH + 1]; /* of the whole, and of each open list or record */
    mc_flat_item open[MC_FLAT_DEPTH];
} mc_flat_walk;

/* The bytes stay the caller's and must stay where they are. */
void mc_flat_start(mc_flat_walk *walk, const uint8_t *bytes, uint32_t size);
mc_flat_found mc_flat_next(mc_flat_walk *walk, mc_flat_item *item, mc_failure *failure);

/* ---- Writing ---- */

typedef struct mc_flat_writer {
    uint8_t *start;
    uint8_t *at;
    uint8_t *end;
    uint8_t depth;
    bool overflow; /* something did not fit, or nested too deep: nothing more is written */
    uint8_t *open[MC_FLAT_DEPTH]; /* the contents of open lists and records */
} mc_flat_writer;

void mc_flat_write(mc_flat_writer *writer, uint8_t *buffer, uint32_t capacity);

/* A descriptor with bytes. mc_flat_put_room leaves the bytes to the caller, who writes them where it says; NULL when they do not fit. */
bool mc_flat_put(mc_flat_writer *writer, uint32_t keyword, uint32_t type, const void *bytes, uint32_t size);
uint8_t *mc_flat_put_room(mc_flat_writer *writer, uint32_t keyword, uint32_t type, uint32_t size);

/* A list or record, around what is put between the two. */
bool mc_flat_open(mc_flat_writer *writer, uint32_t keyword, uint32_t type);
void mc_flat_close(mc_flat_writer *writer);

/* Bytes written so far. */
uint16_t mc_flat_length(const mc_flat_writer *writer);

#endif
