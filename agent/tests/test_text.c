/* Characters, numbers and checksums. */
#include "crc32.h"
#include "json_write.h"
#include "macroman.h"
#include "test.h"
#include "utf8.h"

static mc_slice slice(const char *text)
{
    return (mc_slice){text, (uint16_t)strlen(text)};
}

static void macroman_round_trip(void)
{
    for (int character = 0; character < 256; character++) {
        uint8_t utf8[4], back;
        uint32_t unicode = mc_unicode_of_macroman((uint8_t)character);
        const uint8_t *at = utf8;
        uint8_t length = mc_utf8_put(utf8, unicode);
        CHECK(mc_utf8_take(&at) == unicode && at == utf8 + length);
        CHECK(length == 1 || mc_utf8_length(utf8) == length);
        CHECK(mc_macroman_of_unicode(unicode, &back) && back == character);
    }
}

static void macroman_of_text(void)
{
    uint8_t out[8], lost;
    CHECK(mc_to_macroman(slice("\xC3\xA9\xE2\x80\xA2" "a"), out, sizeof out) == 3);
    CHECK(out[0] == 0x8E && out[1] == 0xA5 && out[2] == 'a');
    CHECK(mc_to_macroman(slice("\xE4\xB8\x80"), out, sizeof out) == MC_NOT_MACROMAN);
    CHECK(mc_to_macroman(slice("123456789"), out, sizeof out) == MC_NOT_MACROMAN);
    CHECK(mc_to_macroman(slice("12345678"), out, sizeof out) == 8);
    CHECK(mc_to_macroman(slice(""), out, sizeof out) == 0);
    CHECK(!mc_macroman_of_unicode(0x10FFFF, &lost) && !mc_macroman_of_unicode(0x80, &lost));
}

static const char *written(mc_writer *writer)
{
    static char text[256];
    memcpy(text, writer->start, mc_writer_length(writer));
    text[mc_writer_length(writer)] = 0;
    return text;
}

static void writer_values(void)
{
    uint8_t buffer[256];
    mc_writer writer;
    mc_writer_start(&writer, buffer, sizeof buffer);
    mc_write_open(&writer, '{');
    mc_member_unsigned(&writer, "a", 0);
    mc_member_unsigned(&writer, "b", 4294967295u);
    mc_member_integer(&writer, "c", -2147483647 - 1);
    mc_member_integer(&writer, "d", 1000000007);
    mc_member_boolean(&writer, "e", true);
    mc_member_text(&writer, "f", "\"\\\n\x7F");
    mc_member_pascal(&writer, "g", (const uint8_t *)"\3\x8E\xF0/");
    mc_member_ostype(&writer, "h", 0x54455854);
    mc_write_key(&writer, "i");
    mc_write_open(&writer, '[');
    mc_write_null(&writer);
    mc_write_boolean(&writer, false);
    mc_write_open(&writer, '{');
    mc_write_close(&writer, '}');
    mc_write_close(&writer, ']');
    mc_write_close(&writer, '}');
    CHECK(!writer.overflow);
    CHECK_TEXT(written(&writer),
               "{\"a\":0,\"b\":4294967295,\"c\":-2147483648,\"d\":1000000007,\"e\":true,\"f\":\"\\\"\\\\\\u000a\\u007f\","
               "\"g\":\"\xC3\xA9\xEF\xA3\xBF/\",\"h\":\"TEXT\",\"i\":[null,false,{}]}");
}

static void writer_bounds(void)
{
    uint8_t buffer[8] = {0};
    mc_writer writer;
    mc_writer_start(&writer, buffer, 7);
    mc_write_text(&writer, "12345");
    CHECK(!writer.overflow && mc_writer_room(&writer) == 0);
    mc_write_null(&writer);
    CHECK(writer.overflow && mc_writer_length(&writer) == 7 && buffer[7] == 0);
}

static void crc_vectors(void)
{
    uint8_t bytes[256];
    mc_crc32_prepare();
    CHECK(mc_crc32(0, (const uint8_t *)"", 0) == 0);
    CHECK(mc_crc32(0, (const uint8_t *)"123456789", 9) == 0xCBF43926);
    CHECK(mc_crc32(0, (const uint8_t *)"The quick brown fox jumps over the lazy dog", 43) == 0x414FA339);
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    CHECK(mc_crc32(0, bytes, 256) == 0x29058C73);
    for (uint32_t cut = 0; cut <= 256; cut++)
        CHECK(mc_crc32(mc_crc32(0, bytes, cut), bytes + cut, 256 - cut) == 0x29058C73);
}

void test_text(void)
{
    macroman_round_trip();
    macroman_of_text();
    writer_values();
    writer_bounds();
    crc_vectors();
}
