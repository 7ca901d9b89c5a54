#include "packbits.h"

enum { LONGEST_RUN = 128, WORTHWHILE_RUN = 3 };

/* How often the byte at `at` stands there in a row. */
static uint8_t run_length(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *limit = end - at > LONGEST_RUN ? at + LONGEST_RUN : end;
    const uint8_t *start = at;
    uint8_t byte = *at;
    while (at < limit && *at == byte)
        at++;
    return (uint8_t)(at - start);
}

/* Where the literal that begins at `at` ends: before the next worthwhile run, or when it is full. */
static const uint8_t *literal_end(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *limit = end - at > LONGEST_RUN ? at + LONGEST_RUN : end;
    while (at < limit) {
        if (end - at >= WORTHWHILE_RUN && at[0] == at[1] && at[1] == at[2])
            break;
        at++;
    }
    return at;
}

uint16_t mc_pack_bits(const uint8_t *row, uint16_t count, uint8_t *packed)
{
    const uint8_t *end = row + count;
    uint8_t *out = packed;
    while (row < end) {
        uint8_t run = run_length(row, end);
        if (run >= WORTHWHILE_RUN) {
            *out++ = (uint8_t)(1 - run);
            *out++ = *row;
            row += run;
            continue;
        }
        const uint8_t *stop = literal_end(row, end);
        *out++ = (uint8_t)(stop - row - 1);
        while (row < stop)
            *out++ = *row++;
    }
    return (uint16_t)(out - packed);
}
