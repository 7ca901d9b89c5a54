#include "frame.h"

_Static_assert(offsetof(mc_frame_reader, payload) % 4 == 0, "binary data must begin at an even address");
_Static_assert(offsetof(mc_chunk_frame, data) % 4 == 0, "binary data must begin at an even address");

void mc_frame_reset(mc_frame_reader *reader)
{
    reader->header_filled = 0;
    reader->filled = 0;
}

bool mc_frame_begun(const mc_frame_reader *reader)
{
    return reader->header_filled > 0;
}

/* The first byte is enough to tell a peer that speaks something else. */
static bool accept_type(mc_frame_reader *reader, mc_failure *failure)
{
    reader->type = reader->header[0];
    return reader->header_filled == 0 || reader->type == MC_FRAME_JSON || reader->type == MC_FRAME_BINARY ||
           mc_fail_with(failure, MC_BAD_FRAME, "a frame has an unknown type");
}

static bool accept_length(mc_frame_reader *reader, mc_failure *failure)
{
    uint32_t length = mc_read_u32(reader->header + 1);
    if (length == 0)
        return mc_fail_with(failure, MC_BAD_FRAME, "a frame is empty");
    if (reader->type == MC_FRAME_BINARY && length <= MC_ID_BYTES)
        return mc_fail_with(failure, MC_BAD_FRAME, "a binary frame has no data");
    if (length > (reader->type == MC_FRAME_JSON ? MC_REQUEST_BYTES : MC_PAYLOAD_BYTES))
        return mc_fail_with(failure, MC_TOO_LARGE, "a frame is longer than the limit");
    reader->length = (uint16_t)length;
    return true;
}

static bool take_header(mc_frame_reader *reader, const uint8_t **bytes, uint16_t *count)
{
    while (reader->header_filled < MC_HEADER_BYTES && *count > 0) {
        reader->header[reader->header_filled++] = *(*bytes)++;
        --*count;
    }
    return reader->header_filled == MC_HEADER_BYTES;
}

static bool take_payload(mc_frame_reader *reader, const uint8_t **bytes, uint16_t *count)
{
    uint16_t missing = (uint16_t)(reader->length - reader->filled);
    uint16_t taken = *count < missing ? *count : missing;
    memcpy(reader->payload + reader->filled, *bytes, taken);
    reader->filled = (uint16_t)(reader->filled + taken);
    *bytes += taken;
    *count = (uint16_t)(*count - taken);
    return reader->filled == reader->length;
}

mc_frame_status mc_frame_feed(mc_frame_reader *reader, const uint8_t **bytes, uint16_t *count, mc_failure *failure)
{
    if (reader->header_filled < MC_HEADER_BYTES) {
        bool complete = take_header(reader, bytes, count);
        if (!accept_type(reader, failure) || (complete && !accept_length(reader, failure)))
            return MC_FRAME_BROKEN;
        if (!complete)
            return MC_FRAME_PARTIAL;
    }
    if (!take_payload(reader, bytes, count))
        return MC_FRAME_PARTIAL;
    reader->payload[reader->length] = 0;
    return MC_FRAME_READY;
}

static void put_header(uint8_t *header, uint8_t type, uint16_t length)
{
    header[0] = type;
    mc_write_u32(header + 1, length);
}

uint16_t mc_finish_json(uint8_t *header, uint16_t json_length)
{
    put_header(header, MC_FRAME_JSON, json_length);
    return (uint16_t)(MC_HEADER_BYTES + json_length);
}

uint16_t mc_finish_chunk(mc_chunk_frame *frame, uint32_t id, uint16_t data_length)
{
    uint16_t length = (uint16_t)(MC_ID_BYTES + data_length);
    put_header(frame->header, MC_FRAME_BINARY, length);
    mc_write_u32(frame->id, id);
    return (uint16_t)(MC_HEADER_BYTES + length);
}
