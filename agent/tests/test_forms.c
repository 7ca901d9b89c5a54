/* Forms that files come in: MacBinary streams, resource maps. */
#include "macbinary_stream.h"
#include "resource_map.h"
#include "test.h"

static mc_macbinary sample(void)
{
    mc_macbinary file = {.type = 0x54455854, .creator = 0x74747874, .flags = 0x2104, .data_size = 130, .resource_size = 1,
                         .created = 1, .modified = 0xFFFFFFFF, .locked = true};
    memcpy(file.name, "\4Name", 5);
    return file;
}

static void test_header(void)
{
    mc_macbinary file = sample(), back;
    mc_failure failure;
    uint8_t header[MC_MACBINARY_BLOCK];
    mc_macbinary_write(&file, header);
    CHECK(mc_macbinary_read(&back, header, &failure));
    CHECK(memcmp(back.name, file.name, 5) == 0 && back.type == file.type && back.creator == file.creator);
    CHECK(back.flags == 0x2104 && back.locked && back.data_size == 130 && back.resource_size == 1);
    CHECK(back.created == 1 && back.modified == 0xFFFFFFFF && back.comment_size == 0 && back.secondary_size == 0);
    for (uint8_t at = 0; at < 126; at++) {
        header[at] ^= 0x40;
        CHECK(!mc_macbinary_read(&back, header, &failure));
        header[at] ^= 0x40;
    }
}

/* What a stream of so many bytes, in pieces of that size, is taken for; "" when it is what the header says. */
static const char *take(const uint8_t *bytes, uint32_t total, uint16_t piece, uint32_t *data, uint32_t *resource)
{
    static mc_macbinary_stream stream;
    mc_failure failure;
    *data = *resource = 0;
    mc_stream_start(&stream, total);
    for (uint32_t at = 0; at < total;) {
        uint16_t count = total - at < piece ? (uint16_t)(total - at) : piece;
        uint16_t now = mc_stream_at_hand(&stream, count);
        if (now == 0)
            return "too much";
        *data += stream.part == MC_PART_DATA ? now : 0;
        *resource += stream.part == MC_PART_RESOURCE ? now : 0;
        if (!mc_stream_pass(&stream, bytes + at, now, &failure))
            return mc_word(mc_code_names, failure.code);
        at += now;
    }
    return "";
}

static void test_stream(void)
{
    mc_macbinary file = sample();
    uint8_t bytes[128 + 256 + 128 + 1] = {0};
    uint32_t data, resource;
    mc_macbinary_write(&file, bytes);
    for (uint16_t piece = 1; piece < 200; piece++) {
        CHECK_TEXT(take(bytes, 512, piece, &data, &resource), "");
        CHECK(data == 130 && resource == 1);
    }
    CHECK_TEXT(take(bytes, 385, 100, &data, &resource), "");
    CHECK_TEXT(take(bytes, 384, 100, &data, &resource), "size_mismatch");
    CHECK_TEXT(take(bytes, 513, 100, &data, &resource), "size_mismatch");
}

static void test_map(void)
{
    mc_resource_map map;
    mc_map_type type;
    uint8_t fork[16], header[30] = {0}, entry[8] = {0}, reference[12] = {0};
    mc_write_u32(fork, 256);
    mc_write_u32(fork + 4, 300);
    mc_write_u32(fork + 8, 44);
    mc_write_u32(fork + 12, 60);
    CHECK(mc_map_read_fork_header(&map, fork, 360));
    CHECK(!mc_map_read_fork_header(&map, fork, 359));
    mc_write_u16(header + 24, 28);
    mc_write_u16(header + 26, 60);
    mc_write_u16(header + 28, 0xFFFF);
    CHECK(mc_map_read_header(&map, header) && map.types == 0);
    mc_write_u16(header + 28, 4);
    CHECK(!mc_map_read_header(&map, header));
    mc_write_u16(header + 28, 0);
    CHECK(mc_map_read_header(&map, header) && map.types == 1);
    mc_write_u16(entry + 6, 10);
    CHECK(mc_map_read_type(&map, entry, &type) && type.count == 1 && type.references_at == 38);
    mc_write_u16(entry + 6, 21);
    CHECK(!mc_map_read_type(&map, entry, &type));
    mc_write_u16(reference + 2, 0xFFFF);
    mc_write_u32(reference + 4, 0xFF000028);
    CHECK(mc_map_check_reference(&map, reference));
    mc_write_u32(reference + 4, 0x29);
    CHECK(!mc_map_check_reference(&map, reference));
    mc_write_u32(reference + 4, 0);
    mc_write_u16(reference + 2, 0);
    CHECK(!mc_map_check_reference(&map, reference));
}

void test_forms(void)
{
    test_header();
    test_stream();
    test_map();
}
