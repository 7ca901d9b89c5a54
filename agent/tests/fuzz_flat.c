/* Damaged flat descriptors: the walk ends, shows nothing outside of the bytes, and what it takes for good is written again as it was. */
#include "fixture.h"
#include "flat.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SEEDS = 32, MAX_BYTES = 2048 };

static fixture seeds[MAX_SEEDS];
static uint32_t seed_count;

static void keep(const fixture *fixture)
{
    if (seed_count < MAX_SEEDS && fixture->count > 0 && fixture->count < MAX_BYTES / 2)
        seeds[seed_count++] = *fixture;
}

void fuzz_flat_prepare(void)
{
    fixture_each("flat", keep);
    if (seed_count < 10)
        fail("the golden descriptors are not there", 0);
}

/* A good size or keyword in a wrong place says more than noise. */
static void damage(uint8_t *bytes, uint32_t *size)
{
    static const uint8_t words[][4] = {{0, 0, 0, 0}, {0x80, 0, 0, 0}, {0x80, 0, 0, 14}, {0, 0, 0, 2}, {0x7F, 0xFF, 0xFF, 0xFF},
                                       {0xFF, 0xFF, 0xFF, 0xFF}, {'l', 'i', 's', 't'}, {'r', 'e', 'c', 'o'}, {'-', '-', '-', '-'}};
    uint32_t at = random_below(*size), length = random_below(*size - at) + 1;
    switch (random_below(5)) {
    case 0:
        bytes[at] ^= (uint8_t)(1 << random_below(8));
        break;
    case 1:
        *size = at;
        break;
    case 2:
        memmove(bytes + at, bytes + at + length, *size - at - length);
        *size -= length;
        break;
    case 3:
        if (*size + length <= MAX_BYTES) {
            memmove(bytes + at + length, bytes + at, *size - at);
            *size += length;
        }
        break;
    default:
        at &= ~3u;
        if (at + 4 <= *size)
            memcpy(bytes + at, words[random_below(sizeof words / sizeof *words)], 4);
    }
}

static void write_item(mc_flat_writer *writer, mc_flat_found found, const mc_flat_item *item)
{
    if (found == MC_FLAT_OPEN)
        mc_flat_open(writer, item->keyword, item->type);
    else if (found == MC_FLAT_CLOSE)
        mc_flat_close(writer);
    else
        mc_flat_put(writer, item->keyword, item->type, item->content, item->size);
}

/* The bytes lie in a block of their own size, so that a sanitizer sees any step over their end. */
static void walk_through(const uint8_t *bytes, uint32_t size, int round)
{
    static uint8_t again[MAX_BYTES];
    mc_flat_walk walk;
    mc_flat_item item;
    mc_flat_writer writer;
    mc_failure failure;
    mc_flat_found found;
    uint32_t steps = 0;
    mc_flat_start(&walk, bytes, size);
    mc_flat_write(&writer, again, sizeof again);
    while ((found = mc_flat_next(&walk, &item, &failure)) < MC_FLAT_END) {
        if (item.content < bytes || item.content + item.size > bytes + size)
            fail("an item lies outside of the descriptors", round);
        if (++steps > 2 * size / 12 + 1)
            fail("the walk through descriptors does not end", round);
        write_item(&writer, found, &item);
    }
    if (found == MC_FLAT_END && (writer.overflow || mc_flat_length(&writer) != size || memcmp(again, bytes, size) != 0))
        fail("descriptors are not written as they were read", round);
}

void fuzz_flat(int round)
{
    const fixture *seed = &seeds[random_below(seed_count)];
    uint8_t bytes[MAX_BYTES];
    uint32_t size = (uint32_t)seed->count;
    memcpy(bytes, seed->bytes, size);
    for (uint32_t faults = random_below(4); faults > 0 && size > 0; faults--)
        damage(bytes, &size);
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, bytes, size);
    walk_through(exact, size, round);
    free(exact);
}
