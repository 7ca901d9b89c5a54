/* Takes a MacBinary stream apart as it comes, in pieces of any size. */
#ifndef MC_MACBINARY_STREAM_H
#define MC_MACBINARY_STREAM_H

#include "macbinary.h"

typedef enum mc_part {
    MC_PART_HEADER,
    MC_PART_SECOND_HEADER,
    MC_PART_DATA,
    MC_PART_DATA_FILL,
    MC_PART_RESOURCE,
    MC_PART_RESOURCE_FILL,
    MC_PART_COMMENT,
    MC_PART_COMMENT_FILL,
    MC_PARTS
} mc_part;

typedef struct mc_macbinary_stream {
    mc_macbinary file; /* known when the header has passed */
    uint8_t comment[256]; /* a Pascal string; what is longer is cut */
    mc_part part; /* the part at hand */
    uint32_t left; /* how much of it is to come */
    uint32_t total; /* how long the stream is */
    uint8_t header[MC_MACBINARY_BLOCK];
} mc_macbinary_stream;

/* Starts before the first byte of a stream of `total` bytes. */
void mc_stream_start(mc_macbinary_stream *stream, uint32_t total);

/* How many of the next `count` bytes belong to stream->part; 0 behind the end. */
uint16_t mc_stream_at_hand(mc_macbinary_stream *stream, uint16_t count);

/* Passes over so many of them. Header and comment are kept; when the header is complete it is read, and checked against the stream's
   length. */
bool mc_stream_pass(mc_macbinary_stream *stream, const uint8_t *bytes, uint16_t count, mc_failure *failure);

#endif
