/* Frames out of a stream of bytes, however it is cut. */
#include "frame.h"
#include "test.h"

static mc_frame_reader reader;
static mc_failure failure;

static const uint8_t stream[] = {1, 0, 0, 0, 2, '{', '}', 2, 0, 0, 0, 6, 0, 0, 0, 9, 'h', 'i', 1, 0, 0, 0, 1, '['};

/* Feeds the stream in two parts; writes what came out as text. */
static void feed(size_t cut, char *out)
{
    size_t ends[] = {cut, sizeof stream};
    const uint8_t *at = stream;
    mc_frame_reset(&reader);
    out[0] = 0;
    for (int part = 0; part < 2; part++) {
        uint16_t count = (uint16_t)(stream + ends[part] - at);
        while (mc_frame_feed(&reader, &at, &count, &failure) == MC_FRAME_READY) {
            sprintf(out + strlen(out), "%d:%.*s ", reader.type, reader.length, (char *)reader.payload);
            CHECK(reader.payload[reader.length] == 0);
            mc_frame_reset(&reader);
        }
        CHECK(count == 0);
    }
}

static void every_cut(void)
{
    char out[100];
    for (size_t cut = 0; cut <= sizeof stream; cut++) {
        feed(cut, out);
        CHECK_TEXT(out, "1:{} 2: 1:[ ");
        CHECK(!mc_frame_begun(&reader));
    }
}

static const char *header(uint8_t type, uint32_t length)
{
    uint8_t bytes[5] = {type};
    const uint8_t *at = bytes;
    uint16_t count = 5;
    mc_write_u32(bytes + 1, length);
    mc_frame_reset(&reader);
    switch (mc_frame_feed(&reader, &at, &count, &failure)) {
    case MC_FRAME_BROKEN:
        return mc_word(mc_code_names, failure.code);
    case MC_FRAME_PARTIAL:
        return "more";
    default:
        return "ready";
    }
}

static void limits(void)
{
    CHECK_TEXT(header(1, 0), "bad_frame");
    CHECK_TEXT(header(1, 1), "more");
    CHECK_TEXT(header(1, MC_REQUEST_BYTES), "more");
    CHECK_TEXT(header(1, MC_REQUEST_BYTES + 1), "too_large");
    CHECK_TEXT(header(1, 0xFFFFFFFF), "too_large");
    CHECK_TEXT(header(2, 4), "bad_frame");
    CHECK_TEXT(header(2, 5), "more");
    CHECK_TEXT(header(2, MC_CHUNK_BYTES + 4), "more");
    CHECK_TEXT(header(2, MC_CHUNK_BYTES + 5), "too_large");
    CHECK_TEXT(header(0, 5), "bad_frame");
    CHECK_TEXT(header(3, 5), "bad_frame");
    CHECK_TEXT(header('G', 0x45542020), "bad_frame");
}

static void building(void)
{
    static mc_chunk_frame chunk;
    static mc_reply_frame reply;
    memcpy(chunk.data, "forks", 5);
    CHECK(mc_finish_chunk(&chunk, 11, 5) == 14);
    CHECK(memcmp(chunk.header, "\2\0\0\0\x9\0\0\0\xB" "forks", 14) == 0);
    memcpy(reply.json, "{}", 2);
    CHECK(mc_finish_json(reply.header, 2) == 7);
    CHECK(memcmp(reply.header, "\1\0\0\0\2{}", 7) == 0);
    CHECK(mc_finish_chunk(&chunk, 0xFFFFFFFF, MC_CHUNK_BYTES) == 9 + 4096);
    CHECK(memcmp(chunk.header, "\2\0\0\x10\4\xFF\xFF\xFF\xFF", 9) == 0);
}

void test_frames(void)
{
    every_cut();
    limits();
    building();
}
