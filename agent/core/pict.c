#include "pict.h"
#include "packbits.h"

enum {
    OP_CLIP = 0x0001,
    OP_VERSION = 0x0011,
    VERSION_2 = 0x02FF,
    OP_HEADER = 0x0C00,
    OP_PACK_BITS_RECT = 0x0098,
    OP_DIRECT_BITS_RECT = 0x009A,
    OP_END = 0x00FF
};

enum {
    RGB_DIRECT = 16, /* pixelType */
    PACK_WORDS = 3, /* packType of 16 bits: words are repeated, not bytes */
    PACK_COMPONENTS = 4, /* of 32 bits: all red bytes of a row, all green, all blue */
    DIRECT_ADDRESS = 0xFF, /* what stands for the address of direct pixels */
    LEAST_PACKED_ROW = 8, /* shorter rows are not packed and have no count */
    LONGEST_BYTE_COUNT = 250 /* rows of more bytes have a count of two bytes */
};

static const uint32_t resolution = 72ul << 16;

static bool is_direct(const mc_pict *pict)
{
    return pict->depth > 8;
}

uint16_t mc_pict_row_bytes(uint16_t width, uint16_t depth)
{
    return (uint16_t)(((uint32_t)width * depth + 31) >> 5 << 2);
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

static uint8_t *put_rect(uint8_t *at, const mc_pict *pict, uint16_t top, uint16_t rows)
{
    return put16(put16(put16(put16(at, top), 0), (uint16_t)(top + rows)), pict->width);
}

static uint8_t *put_frame(uint8_t *at, const mc_pict *pict)
{
    return put_rect(at, pict, 0, pict->height);
}

static uint16_t count_bytes(mc_pict *pict, const uint8_t *start, const uint8_t *end)
{
    uint16_t count = (uint16_t)(end - start);
    pict->odd ^= count & 1;
    return count;
}

/* Size (which version 2 does not need), frame, version, header, clipping region. */
uint16_t mc_pict_begin(mc_pict *pict, uint8_t *out)
{
    uint8_t *at = put_frame(put16(out, 0), pict);
    pict->odd = false;
    at = put16(put16(at, OP_VERSION), VERSION_2);
    at = put32(put16(at, OP_HEADER), 0xFFFE0000); /* extended: resolution and the source's frame follow */
    at = put_frame(put32(put32(at, resolution), resolution), pict);
    at = put32(at, 0);
    return count_bytes(pict, out, put_frame(put16(put16(at, OP_CLIP), 10), pict));
}

/* How the pixels of a PixMap are packed and made. */
static uint8_t *put_pixel_format(uint8_t *at, const mc_pict *pict)
{
    bool direct = is_direct(pict);
    uint16_t packing = !direct ? 0 : pict->depth == 16 ? PACK_WORDS : PACK_COMPONENTS;
    at = put32(put16(put16(at, 0), packing), 0); /* version, type and size of packing */
    at = put32(put32(at, resolution), resolution);
    at = put16(put16(at, direct ? RGB_DIRECT : 0), pict->depth);
    at = put16(at, direct ? 3 : 1); /* components ... */
    at = put16(at, !direct ? pict->depth : pict->depth == 16 ? 5 : 8); /* ... and their bits */
    return put32(put32(put32(at, 0), 0), 0);
}

/* A PixMap; without its address, unless pixels are direct. */
static uint8_t *put_pixmap(uint8_t *at, const mc_pict *pict, uint16_t top, uint16_t rows)
{
    if (is_direct(pict))
        at = put32(at, DIRECT_ADDRESS);
    at = put_rect(put16(at, pict->row_bytes | 0x8000), pict, top, rows);
    return put_pixel_format(at, pict);
}

static uint8_t *put_colours(uint8_t *at, const mc_pict *pict, const mc_colour *colours)
{
    uint16_t last = (uint16_t)((1u << pict->depth) - 1);
    at = put16(put16(put32(at, 0), 0), last); /* seed, flags, size */
    for (uint16_t i = 0; i <= last; i++, colours++)
        at = put16(put16(put16(put16(at, i), colours->red), colours->green), colours->blue);
    return at;
}

/* Operation codes begin at even places. */
static uint8_t *put_opcode(uint8_t *at, const mc_pict *pict, uint16_t opcode)
{
    if (pict->odd)
        *at++ = 0;
    return put16(at, opcode);
}

uint16_t mc_pict_band(mc_pict *pict, uint16_t top, uint16_t rows, const mc_colour *colours, uint8_t *out)
{
    uint8_t *at = put_opcode(out, pict, is_direct(pict) ? OP_DIRECT_BITS_RECT : OP_PACK_BITS_RECT);
    at = put_pixmap(at, pict, top, rows);
    if (!is_direct(pict))
        at = put_colours(at, pict, colours);
    at = put_rect(put_rect(at, pict, top, rows), pict, top, rows); /* from all of it, to its place ... */
    return count_bytes(pict, out, put16(at, 0)); /* ... by copying */
}

/* Bytes that a row is packed from. */
static uint16_t bytes_to_pack(const mc_pict *pict)
{
    return pict->depth == 32 ? (uint16_t)(3 * pict->width) : pict->row_bytes;
}

uint16_t mc_pict_row_limit(const mc_pict *pict)
{
    return (uint16_t)(2 + mc_packed_limit(bytes_to_pack(pict)));
}

/* Without the byte of each pixel that means nothing. */
static const uint8_t *split_components(const mc_pict *pict, const uint8_t *pixel)
{
    uint8_t *red = pict->scratch, *green = red + pict->width, *blue = green + pict->width;
    for (uint16_t left = pict->width; left > 0; left--, pixel += 4) {
        *red++ = pixel[1];
        *green++ = pixel[2];
        *blue++ = pixel[3];
    }
    return pict->scratch;
}

static uint16_t pack(const mc_pict *pict, const uint8_t *row, uint8_t *out)
{
    if (pict->depth == 16)
        return mc_pack_words(row, (uint16_t)(pict->row_bytes >> 1), out);
    return mc_pack_bits(pict->depth == 32 ? split_components(pict, row) : row, bytes_to_pack(pict), out);
}

uint16_t mc_pict_row(mc_pict *pict, const uint8_t *row, uint8_t *out)
{
    uint8_t *at = out;
    if (pict->row_bytes < LEAST_PACKED_ROW) {
        memcpy(at, row, pict->row_bytes);
        at += pict->row_bytes;
    } else if (pict->row_bytes > LONGEST_BYTE_COUNT) {
        uint16_t count = pack(pict, row, at + 2);
        at = put16(at, count) + count;
    } else {
        uint8_t count = (uint8_t)pack(pict, row, at + 1);
        *at = count;
        at += 1 + count;
    }
    return count_bytes(pict, out, at);
}

uint16_t mc_pict_end(mc_pict *pict, uint8_t *out)
{
    return count_bytes(pict, out, put_opcode(out, pict, OP_END));
}
