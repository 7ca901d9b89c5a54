/* CRC-32 as in zlib and PNG (polynomial EDB88320 reflected, start and end inverted). */
#ifndef MC_CRC32_H
#define MC_CRC32_H

#include "bytes.h"

/* Fills the tables; once, before anything else here. */
void mc_crc32_prepare(void);

/* The CRC of what came before (0 at the start) continued over more bytes. */
uint32_t mc_crc32(uint32_t crc, const uint8_t *bytes, uint32_t count);

#endif
