/* Pictures: rows packed and unpacked again, and the frame around them. tests/pict.sh shows them to another program. */
#include "packbits.h"
#include "pict.h"
#include "test.h"

#include <stdlib.h>

static size_t unpack(const uint8_t *packed, size_t count, uint8_t *row)
{
    const uint8_t *end = packed + count;
    uint8_t *out = row;
    while (packed < end) {
        int8_t code = (int8_t)*packed++;
        if (code >= 0) {
            memcpy(out, packed, (size_t)code + 1);
            out += code + 1;
            packed += code + 1;
        } else {
            memset(out, *packed++, (size_t)1 - code);
            out += 1 - code;
        }
    }
    return (size_t)(out - row);
}

static void packs(const uint8_t *row, uint16_t count)
{
    static uint8_t packed[4000], back[4000];
    uint16_t length = mc_pack_bits(row, count, packed);
    CHECK(length <= mc_packed_limit(count));
    CHECK(unpack(packed, length, back) == count && memcmp(row, back, count) == 0);
}

static void rows(void)
{
    static uint8_t row[2000];
    uint32_t random = 1;
    for (uint16_t count = 1; count < 400; count++) {
        memset(row, 7, count);
        packs(row, count);
        for (uint16_t i = 0; i < count; i++)
            row[i] = (uint8_t)i;
        packs(row, count);
    }
    for (int round = 0; round < 2000; round++) {
        uint8_t colours = (uint8_t)(1 + round % 4);
        for (uint16_t i = 0; i < sizeof row; i++) {
            random = random * 1103515245 + 12345;
            row[i] = (uint8_t)((random >> 16) % colours);
        }
        packs(row, (uint16_t)(1 + (random >> 8) % sizeof row));
    }
}

static void known_rows(void)
{
    uint8_t packed[16];
    CHECK(mc_pack_bits((const uint8_t *)"\xAA\xAA\xAA\x80\0\x2A\xAA\xAA\xAA\xAA", 10, packed) == 8);
    CHECK(memcmp(packed, "\xFE\xAA\x02\x80\0\x2A\xFD\xAA", 8) == 0);
    CHECK(mc_pack_bits((const uint8_t *)"aab", 3, packed) == 4);
    CHECK(memcmp(packed, "\2aab", 4) == 0);
}

static void frame(void)
{
    static const mc_colour colours[2] = {{0xFFFF, 0xFFFF, 0xFFFF}, {0, 0, 0}};
    mc_pict pict = {.width = 20, .height = 2, .depth = 1, .row_bytes = mc_pict_row_bytes(20, 1)};
    uint8_t out[256], *at = out;
    CHECK(pict.row_bytes == 4);
    at += mc_pict_begin(&pict, colours, at);
    CHECK(memcmp(out + 10, "\0\x11\2\xFF\xC\0\xFF\xFE", 8) == 0);
    at += mc_pict_row(&pict, (const uint8_t *)"abcd", at);
    at += mc_pict_row(&pict, (const uint8_t *)"efgh", at);
    at += mc_pict_end(&pict, at);
    CHECK((at - out) % 2 == 0 && memcmp(at - 10, "abcdefgh\0\xFF", 10) == 0);
}

static void row_bytes(void)
{
    CHECK(mc_pict_row_bytes(1, 1) == 2 && mc_pict_row_bytes(16, 1) == 2 && mc_pict_row_bytes(17, 1) == 4);
    CHECK(mc_pict_row_bytes(512, 1) == 64 && mc_pict_row_bytes(640, 8) == 640 && mc_pict_row_bytes(3, 8) == 4);
}

void test_pict(void)
{
    rows();
    known_rows();
    frame();
    row_bytes();
}
