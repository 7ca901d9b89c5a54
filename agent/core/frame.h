/* The frame layer of protocol/README.md: a type, a big-endian length, the payload. */
#ifndef MC_FRAME_H
#define MC_FRAME_H

#include "failure.h"

enum { MC_FRAME_JSON = 0x01, MC_FRAME_BINARY = 0x02 };

enum {
    MC_HEADER_BYTES = 5,
    MC_ID_BYTES = 4, /* in front of binary data */
    MC_PAYLOAD_BYTES = MC_ID_BYTES + MC_CHUNK_BYTES, /* largest payload that a host sends */
    MC_EVENT_BYTES = 2048 /* longest event: a failed job's, with 255 characters of which each is escaped */
};

/* Puts together the frames of a byte stream, however it was cut. */
typedef struct mc_frame_reader {
    uint8_t header[MC_HEADER_BYTES];
    uint8_t header_filled;
    uint8_t type;
    uint16_t length; /* of the payload, once the header is complete */
    uint16_t filled;
    uint8_t payload[MC_PAYLOAD_BYTES + 2]; /* and the zero that ends JSON text */
} mc_frame_reader;

typedef enum mc_frame_status {
    MC_FRAME_PARTIAL, /* all bytes are taken; more are needed */
    MC_FRAME_READY, /* type, length and payload stand ready until mc_frame_reset */
    MC_FRAME_BROKEN /* the reader can no longer tell where a frame begins */
} mc_frame_status;

void mc_frame_reset(mc_frame_reader *reader);

/* Whether part of a frame has been read. */
bool mc_frame_begun(const mc_frame_reader *reader);

/* Takes bytes from *bytes up to the end of a frame; moves *bytes and lowers *count by what was taken. */
mc_frame_status mc_frame_feed(mc_frame_reader *reader, const uint8_t **bytes, uint16_t *count, mc_failure *failure);

/* A frame being made: header and payload in one piece, so that it leaves in one send. The pad puts the data of a binary
   frame at an even address: the File Manager stores it there, and a 68000 copies longs. */
typedef struct mc_reply_frame {
    uint8_t pad[3];
    uint8_t header[MC_HEADER_BYTES];
    uint8_t json[MC_REPLY_BYTES];
} mc_reply_frame;

typedef struct mc_event_frame {
    uint8_t pad[3];
    uint8_t header[MC_HEADER_BYTES];
    uint8_t json[MC_EVENT_BYTES];
} mc_event_frame;

typedef struct mc_chunk_frame {
    uint8_t pad[3];
    uint8_t header[MC_HEADER_BYTES];
    uint8_t id[MC_ID_BYTES];
    uint8_t data[MC_CHUNK_BYTES];
} mc_chunk_frame;

/* Write what stands in front of the content; return the length of the whole frame, which begins with its header. */
uint16_t mc_finish_json(uint8_t *header, uint16_t json_length);
uint16_t mc_finish_chunk(mc_chunk_frame *frame, uint32_t id, uint16_t data_length);

#endif
