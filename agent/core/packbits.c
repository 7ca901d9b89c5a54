#include "packbits.h"

enum { LONGEST_PIECE = 128, WORTHWHILE_RUN = 3 };

/* ---- Bytes ---- */

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

#ifdef __m68k__
/* toolbox/packbits.S, where a row is gone through in a third of the time. */
const uint8_t *mc_find_pair(const uint8_t *at, const uint8_t *last);
const uint8_t *mc_run_end(const uint8_t *at, const uint8_t *end);
#else
/* The first place from `at` on where a byte stands twice in a row, or the last byte. */
static const uint8_t *mc_find_pair(const uint8_t *at, const uint8_t *last)
{
    while (at < last && at[1] != *at)
        at++;
    return at;
}

/* Behind the last of the bytes from `at` on that are like it; there is one at least before `end`. */
static const uint8_t *mc_run_end(const uint8_t *at, const uint8_t *end)
{
    uint8_t byte = *at;
    do
        at++;
    while (at < end && *at == byte);
    return at;
}
#endif

uint16_t mc_pack_bits(const uint8_t *row, uint16_t count, uint8_t *packed)
{
    const uint8_t *end = row + count;
    const uint8_t *literal = row; /* what is not written yet begins here */
    uint8_t *out = packed;
    while (row < end) {
        const uint8_t *start = mc_find_pair(row, end - 1);
        row = mc_run_end(start, end);
        if (row - start < WORTHWHILE_RUN)
            continue;
        out = put_literal(out, literal, start);
        out = put_run(out, *start, (uint16_t)(row - start));
        literal = row;
    }
    out = put_literal(out, literal, end);
    return (uint16_t)(out - packed);
}

/* ---- Words ---- */

static bool same_word(const uint8_t *left, const uint8_t *right)
{
    return left[0] == right[0] && left[1] == right[1];
}

/* How many words from `at` on are like it. */
static uint16_t word_run(const uint8_t *at, const uint8_t *end)
{
    uint16_t count = 1;
    while (count < LONGEST_PIECE && at + 2 * count < end && same_word(at, at + 2 * count))
        count++;
    return count;
}

/* How many words from `at` on are unlike the one behind them. */
static uint16_t word_literal(const uint8_t *at, const uint8_t *end)
{
    uint16_t count = 1;
    while (count < LONGEST_PIECE && at + 2 * count < end && (at + 2 * count + 2 >= end || !same_word(at + 2 * count, at + 2 * count + 2)))
        count++;
    return count;
}

uint16_t mc_pack_words(const uint8_t *row, uint16_t words, uint8_t *packed)
{
    const uint8_t *end = row + 2 * (uint32_t)words;
    uint8_t *out = packed;
    while (row < end) {
        uint16_t count = word_run(row, end);
        if (count > 1) {
            *out++ = (uint8_t)(1 - count);
            *out++ = row[0];
            *out++ = row[1];
        } else {
            count = word_literal(row, end);
            *out++ = (uint8_t)(count - 1);
            memcpy(out, row, 2 * (size_t)count);
            out += 2 * count;
        }
        row += 2 * count;
    }
    return (uint16_t)(out - packed);
}
