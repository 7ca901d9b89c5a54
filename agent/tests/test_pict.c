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

static size_t unpack_words(const uint8_t *packed, size_t count, uint8_t *row)
{
    const uint8_t *end = packed + count;
    uint8_t *out = row;
    while (packed < end) {
        int8_t code = (int8_t)*packed++;
        size_t literal = code >= 0 ? (size_t)code + 1 : 1;
        for (int copies = code >= 0 ? 1 : 1 - code; copies > 0; copies--, out += 2 * literal)
            memcpy(out, packed, 2 * literal);
        packed += 2 * literal;
    }
    return (size_t)(out - row);
}

static void word_rows(void)
{
    static uint8_t row[2000], packed[2100], back[2000];
    uint32_t random = 7;
    for (int round = 0; round < 2000; round++) {
        uint16_t words = (uint16_t)(1 + (random >> 8) % (sizeof row / 2));
        for (size_t i = 0; i < 2 * (size_t)words; i++) {
            random = random * 1103515245 + 12345;
            row[i] = (uint8_t)((random >> 16) % (1 + (unsigned)round % 3));
        }
        uint16_t length = mc_pack_words(row, words, packed);
        CHECK(length <= mc_packed_limit((uint16_t)(2 * words)));
        CHECK(unpack_words(packed, length, back) == 2u * words && memcmp(row, back, 2 * (size_t)words) == 0);
    }
    CHECK(mc_pack_words((const uint8_t *)"ababab\0\1cd", 5, packed) == 8);
    CHECK(memcmp(packed, "\xFE" "ab\1\0\1cd", 8) == 0);
}

static void known_rows(void)
{
    uint8_t packed[16];
    CHECK(mc_pack_bits((const uint8_t *)"\xAA\xAA\xAA\x80\0\x2A\xAA\xAA\xAA\xAA", 10, packed) == 8);
    CHECK(memcmp(packed, "\xFE\xAA\x02\x80\0\x2A\xFD\xAA", 8) == 0);
    CHECK(mc_pack_bits((const uint8_t *)"aab", 3, packed) == 4);
    CHECK(memcmp(packed, "\2aab", 4) == 0);
}

static const mc_colour two_colours[2] = {{0xFFFF, 0xFFFF, 0xFFFF}, {0, 0, 0}};

static void frame(void)
{
    mc_pict pict = {.width = 20, .height = 40, .depth = 1, .row_bytes = mc_pict_row_bytes(20, 1)};
    uint8_t out[512], *at = out, *band;
    CHECK(pict.row_bytes == 4);
    at += mc_pict_begin(&pict, at);
    CHECK(at - out <= MC_PICT_BEGIN_BYTES);
    CHECK(memcmp(out + 10, "\0\x11\2\xFF\xC\0\xFF\xFE", 8) == 0);
    at += mc_pict_band(&pict, 0, 1, two_colours, at);
    at += mc_pict_row(&pict, (const uint8_t *)"abcd", at);
    band = at;
    at += mc_pict_band(&pict, 16, 1, two_colours, at);
    CHECK(memcmp(band, "\0\x98\x80\4\0\x10\0\0\0\x11\0\x14", 12) == 0);
    CHECK(memcmp(at - 18, "\0\x10\0\0\0\x11\0\x14\0\x10\0\0\0\x11\0\x14\0\0", 18) == 0);
    at += mc_pict_row(&pict, (const uint8_t *)"efgh", at);
    at += mc_pict_end(&pict, at);
    CHECK((at - out) % 2 == 0 && memcmp(at - 6, "efgh\0\xFF", 6) == 0);
}

static void direct(void)
{
    static const uint8_t pixels[8] = {9, 1, 2, 3, 9, 1, 2, 4};
    uint8_t out[512], scratch[6], *row;
    mc_pict pict = {.width = 2, .height = 1, .depth = 32, .row_bytes = 8, .scratch = scratch};
    row = out + mc_pict_band(&pict, 0, 1, NULL, out);
    CHECK(memcmp(out, "\0\x9A\0\0\0\xFF\x80\x08", 8) == 0);
    CHECK(mc_pict_row(&pict, pixels, row) == 8 && memcmp(row, "\7\5\1\1\2\2\3\4", 8) == 0);
}

static void row_bytes(void)
{
    CHECK(mc_pict_row_bytes(1, 1) == 4 && mc_pict_row_bytes(32, 1) == 4 && mc_pict_row_bytes(33, 1) == 8);
    CHECK(mc_pict_row_bytes(512, 1) == 64 && mc_pict_row_bytes(640, 8) == 640 && mc_pict_row_bytes(3, 8) == 4);
    CHECK(mc_pict_row_bytes(3, 16) == 8 && mc_pict_row_bytes(3, 32) == 12);
}

void test_pict(void)
{
    rows();
    word_rows();
    known_rows();
    frame();
    direct();
    row_bytes();
}
