/*
 * The CRC is kept with its bytes reversed: then the next byte of data meets its highest byte, and on the big-endian Macintosh a long
 * of data meets the whole of it without being turned round.
 */
#include "crc32.h"

/* What a byte does to the CRC when it is followed by 0, 1, 2 or 3 more. */
uint32_t mc_crc32_tables[4][256];

#ifdef __m68k__
/* toolbox/crc32.S; at most 65,535 longs at an even address. */
uint32_t mc_crc32_longs(uint32_t crc, const uint8_t *bytes, uint32_t longs);
#endif

static uint32_t reversed(uint32_t value)
{
    return value << 24 | (value & 0xFF00) << 8 | (value >> 8 & 0xFF00) | value >> 24;
}

static uint32_t crc_of_byte(uint8_t byte)
{
    uint32_t crc = byte;
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    return reversed(crc);
}

static uint32_t add_byte(uint32_t crc, uint8_t byte)
{
    return crc << 8 ^ mc_crc32_tables[0][(uint8_t)(crc >> 24) ^ byte];
}

void mc_crc32_prepare(void)
{
    /* Of several bits the CRC is what theirs are, combined: so only single bits are worked out. */
    for (uint16_t byte = 1; byte < 256; byte++) {
        uint16_t rest = byte & (uint16_t)(byte - 1);
        mc_crc32_tables[0][byte] =
            rest ? mc_crc32_tables[0][rest] ^ mc_crc32_tables[0][byte ^ rest] : crc_of_byte((uint8_t)byte);
    }
    for (uint16_t byte = 0; byte < 256; byte++)
        for (uint8_t more = 1; more < 4; more++)
            mc_crc32_tables[more][byte] = add_byte(mc_crc32_tables[more - 1][byte], 0);
}

#ifdef __m68k__
/* As many longs as there are; moves *bytes behind them. */
static uint32_t add_longs(uint32_t crc, const uint8_t **bytes, const uint8_t *end)
{
    uint32_t longs = (uint32_t)(end - *bytes) >> 2;
    if ((uint32_t)*bytes & 1 || longs > 0xFFFF)
        return crc;
    crc = mc_crc32_longs(crc, *bytes, longs);
    *bytes += longs << 2;
    return crc;
}
#else
static uint32_t add_longs(uint32_t crc, const uint8_t **bytes, const uint8_t *end)
{
    for (; end - *bytes >= 4; *bytes += 4) {
        crc ^= mc_read_u32(*bytes);
        crc = mc_crc32_tables[3][crc >> 24] ^ mc_crc32_tables[2][crc >> 16 & 0xFF] ^ mc_crc32_tables[1][crc >> 8 & 0xFF] ^
              mc_crc32_tables[0][crc & 0xFF];
    }
    return crc;
}
#endif

uint32_t mc_crc32(uint32_t crc, const uint8_t *bytes, uint32_t count)
{
    const uint8_t *end = bytes + count;
    crc = add_longs(reversed(~crc), &bytes, end);
    while (bytes < end)
        crc = add_byte(crc, *bytes++);
    return ~reversed(crc);
}
