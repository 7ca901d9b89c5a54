#include "macbinary_stream.h"

static uint32_t fill_of(uint32_t size)
{
    return mc_macbinary_padded(size) - size;
}

static uint32_t length_of(const mc_macbinary_stream *stream, mc_part part)
{
    const mc_macbinary *file = &stream->file;
    switch (part) {
    case MC_PART_HEADER:
        return MC_MACBINARY_BLOCK;
    case MC_PART_SECOND_HEADER:
        return mc_macbinary_padded(file->secondary_size);
    case MC_PART_DATA:
        return file->data_size;
    case MC_PART_DATA_FILL:
        return fill_of(file->data_size);
    case MC_PART_RESOURCE:
        return file->resource_size;
    case MC_PART_RESOURCE_FILL:
        return fill_of(file->resource_size);
    case MC_PART_COMMENT:
        return file->comment_size;
    default:
        return fill_of(file->comment_size);
    }
}

void mc_stream_start(mc_macbinary_stream *stream, uint32_t total)
{
    memset(stream, 0, sizeof *stream);
    stream->total = total;
    stream->left = MC_MACBINARY_BLOCK;
}

uint16_t mc_stream_at_hand(mc_macbinary_stream *stream, uint16_t count)
{
    while (stream->left == 0 && stream->part < MC_PARTS - 1) {
        stream->part++;
        stream->left = length_of(stream, stream->part);
    }
    return stream->left < count ? (uint16_t)stream->left : count;
}

/* What fills the last part up may be missing; nothing else, and nothing may follow. */
static bool check_total(const mc_macbinary_stream *stream, mc_failure *failure)
{
    uint32_t whole = 0, needed = 0;
    for (uint8_t part = 0; part < MC_PARTS; part++) {
        bool is_fill = part == MC_PART_DATA_FILL || part == MC_PART_RESOURCE_FILL || part == MC_PART_COMMENT_FILL;
        uint32_t length = length_of(stream, (mc_part)part);
        whole += length;
        if (length > 0 && !is_fill)
            needed = whole;
    }
    if (stream->total >= needed && stream->total <= whole)
        return true;
    return mc_fail_with(failure, MC_SIZE_MISMATCH, "the MacBinary header does not fit the size that was announced");
}

static void keep_comment(mc_macbinary_stream *stream, const uint8_t *bytes, uint16_t count)
{
    for (; count > 0 && stream->comment[0] < 255; count--)
        stream->comment[++stream->comment[0]] = *bytes++;
}

bool mc_stream_pass(mc_macbinary_stream *stream, const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    if (stream->part == MC_PART_COMMENT)
        keep_comment(stream, bytes, count);
    if (stream->part == MC_PART_HEADER)
        memcpy(stream->header + MC_MACBINARY_BLOCK - stream->left, bytes, count);
    stream->left -= count;
    if (stream->part != MC_PART_HEADER || stream->left > 0)
        return true;
    return mc_macbinary_read(&stream->file, stream->header, failure) && check_total(stream, failure);
}
