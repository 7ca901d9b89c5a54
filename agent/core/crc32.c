#include "crc32.h"

static uint32_t table[256];

void mc_crc32_prepare(void)
{
    for (uint16_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        table[byte] = crc;
    }
}

uint32_t mc_crc32(uint32_t crc, const uint8_t *bytes, uint32_t count)
{
    const uint8_t *end = bytes + count;
    crc = ~crc;
    while (bytes < end)
        crc = crc >> 8 ^ table[(uint8_t)crc ^ *bytes++];
    return ~crc;
}
