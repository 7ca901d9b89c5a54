#include "packbits.h"

enum { LONGEST_PIECE = 128, WORTHWHILE_RUN = 3 };

static uint8_t *put_literal(uint8_t *out, const uint8_t *from, const uint8_t *to)
{
    while (from < to) {
        uint16_t count = to - from > LONGEST_PIECE ? LONGEST_PIECE : (uint16_t)(to - from);
        *out++ = (uint8_t)(count - 1);
        memcpy(out, from, count);
        out += count;
        from += count;
    }
    return out;
}

static uint8_t *put_run(uint8_t *out, uint8_t byte, uint16_t count)
{
    while (count > 0) {
        uint16_t piece = count > LONGEST_PIECE ? LONGEST_PIECE : count;
        *out++ = (uint8_t)(1 - piece);
        *out++ = byte;
        count = (uint16_t)(count - piece);
    }
    return out;
}

/* The first place from `at` on where a byte stands twice in a row, or the last byte. */
static const uint8_t *find_pair(const uint8_t *at, const uint8_t *last)
{
    uint8_t byte = *at;
    while (at < last) {
        uint8_t next = at[1];
        if (next == byte)
            break;
        byte = next;
        at++;
    }
    return at;
}

static const uint8_t *run_end(const uint8_t *at, const uint8_t *end)
{
    uint8_t byte = *at;
    do
        at++;
    while (at < end && *at == byte);
    return at;
}

uint16_t mc_pack_bits(const uint8_t *row, uint16_t count, uint8_t *packed)
{
    const uint8_t *end = row + count;
    const uint8_t *literal = row; /* what is not written yet begins here */
    uint8_t *out = packed;
    while (row < end) {
        const uint8_t *start = find_pair(row, end - 1);
        row = run_end(start, end);
        if (row - start < WORTHWHILE_RUN)
            continue;
        out = put_literal(out, literal, start);
        out = put_run(out, *start, (uint16_t)(row - start));
        literal = row;
    }
    out = put_literal(out, literal, end);
    return (uint16_t)(out - packed);
}
