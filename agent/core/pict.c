#include "pict.h"
#include "packbits.h"

enum {
    OP_CLIP = 0x0001,
    OP_VERSION = 0x0011,
    VERSION_2 = 0x02FF,
    OP_HEADER = 0x0C00,
    OP_PACK_BITS_RECT = 0x0098,
    OP_END = 0x00FF
};

enum {
    LEAST_PACKED_ROW = 8, /* shorter rows are not packed and have no count */
    LONGEST_BYTE_COUNT = 250 /* rows of more bytes have a count of two bytes */
};

static const uint32_t resolution = 72ul << 16;

uint16_t mc_pict_row_bytes(uint16_t width, uint16_t depth)
{
    return (uint16_t)(((uint32_t)width * depth + 15) >> 4 << 1);
}

static uint8_t *put16(uint8_t *at, uint16_t value)
{
    mc_write_u16(at, value);
    return at + 2;
}

static uint8_t *put32(uint8_t *at, uint32_t value)
{
    mc_write_u32(at, value);
    return at + 4;
}

static uint8_t *put_frame(uint8_t *at, const mc_pict *pict)
{
    return put16(put16(put32(at, 0), pict->height), pict->width);
}

/* Size (which version 2 does not need), frame, version, header, clipping region. */
static uint8_t *put_preamble(uint8_t *at, const mc_pict *pict)
{
    at = put_frame(put16(at, 0), pict);
    at = put16(put16(at, OP_VERSION), VERSION_2);
    at = put32(put16(at, OP_HEADER), 0xFFFE0000); /* extended: resolution and the source's frame follow */
    at = put_frame(put32(put32(at, resolution), resolution), pict);
    at = put32(at, 0);
    return put_frame(put16(put16(at, OP_CLIP), 10), pict);
}

/* A PixMap without its address. */
static uint8_t *put_pixmap(uint8_t *at, const mc_pict *pict)
{
    at = put_frame(put16(at, pict->row_bytes | 0x8000), pict);
    at = put32(put16(put16(at, 0), 0), 0); /* version, type and size of packing: rows are packed as PackBits does */
    at = put32(put32(at, resolution), resolution);
    at = put16(put16(at, 0), pict->depth); /* pixels are indexes */
    at = put16(put16(at, 1), pict->depth); /* of one component */
    return put32(put32(put32(at, 0), 0), 0);
}

static uint8_t *put_colours(uint8_t *at, const mc_pict *pict, const mc_colour *colours)
{
    uint16_t last = (uint16_t)((1u << pict->depth) - 1);
    at = put16(put16(put32(at, 0), 0), last); /* seed, flags, size */
    for (uint16_t i = 0; i <= last; i++, colours++)
        at = put16(put16(put16(put16(at, i), colours->red), colours->green), colours->blue);
    return at;
}

static uint16_t count_bytes(mc_pict *pict, const uint8_t *start, const uint8_t *end)
{
    uint16_t count = (uint16_t)(end - start);
    pict->odd ^= count & 1;
    return count;
}

uint16_t mc_pict_begin(mc_pict *pict, const mc_colour *colours, uint8_t *out)
{
    uint8_t *at = put_preamble(out, pict);
    pict->odd = false;
    at = put_pixmap(put16(at, OP_PACK_BITS_RECT), pict);
    at = put_colours(at, pict, colours);
    at = put16(put_frame(put_frame(at, pict), pict), 0); /* from all of it, to all of it, by copying */
    return count_bytes(pict, out, at);
}

uint16_t mc_pict_row_limit(const mc_pict *pict)
{
    return (uint16_t)(2 + mc_packed_limit(pict->row_bytes));
}

uint16_t mc_pict_row(mc_pict *pict, const uint8_t *row, uint8_t *out)
{
    uint8_t *at = out;
    if (pict->row_bytes < LEAST_PACKED_ROW) {
        memcpy(at, row, pict->row_bytes);
        at += pict->row_bytes;
    } else if (pict->row_bytes > LONGEST_BYTE_COUNT) {
        uint16_t count = mc_pack_bits(row, pict->row_bytes, at + 2);
        at = put16(at, count) + count;
    } else {
        uint8_t count = (uint8_t)mc_pack_bits(row, pict->row_bytes, at + 1);
        *at = count;
        at += 1 + count;
    }
    return count_bytes(pict, out, at);
}

/* Operation codes begin at even places. */
uint16_t mc_pict_end(mc_pict *pict, uint8_t *out)
{
    uint8_t *at = out;
    if (pict->odd)
        *at++ = 0;
    at = put16(at, OP_END);
    return count_bytes(pict, out, at);
}
