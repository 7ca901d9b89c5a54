/* The account of binary data in either direction. */
#ifndef MC_TRANSFER_H
#define MC_TRANSFER_H

#include "bytes.h"

typedef struct mc_transfer {
    uint32_t size; /* bytes that have passed */
    uint32_t crc32; /* of them */
    uint32_t announced; /* of a put: how many there should be */
    uint32_t offset; /* of a put: how many were there before */
    uint32_t reported; /* of a put: the last progress sent */
    uint16_t filled; /* of a stream: bytes in the chunk being made */
    bool chunk_complete; /* of a stream: the chunk is to be sent */
    bool last; /* of a stream: nothing follows the chunk */
} mc_transfer;

#endif
