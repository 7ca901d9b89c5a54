#include "fingerprint.h"

static uint32_t rotate(uint32_t value, uint8_t bits)
{
    return value << bits | value >> (32 - bits);
}

#ifndef __m68k__ /* there it is in toolbox/fingerprint.S */
void mc_sum_longs(mc_sum *sum, const uint8_t *bytes, uint16_t longs)
{
    for (; longs > 0; longs--, bytes += 4) {
        sum->rotated = rotate(sum->rotated + mc_read_u32(bytes), 1);
        sum->added += sum->rotated;
    }
}
#endif

void mc_fingerprint_start(mc_fingerprint *print, const mc_capture_kind *kind)
{
    memset(print, 0, sizeof *print);
    print->kind = *kind;
    print->band_rows = MC_BAND_ROWS;
    while ((uint32_t)print->band_rows * MC_MOST_BANDS < kind->height)
        print->band_rows = (uint16_t)(print->band_rows * 2);
    print->bands = (uint16_t)((kind->height + print->band_rows - 1) / print->band_rows);
}

static uint32_t mix(uint32_t name, uint32_t value)
{
    name = rotate(name ^ value, 13);
    return name + (name << 3);
}

static bool same_kind(const mc_capture_kind *one, const mc_capture_kind *other)
{
    return one->left == other->left && one->top == other->top && one->width == other->width &&
           one->height == other->height && one->depth == other->depth && one->colours == other->colours;
}

void mc_fingerprint_name(mc_fingerprint *print)
{
    const mc_capture_kind *kind = &print->kind;
    uint32_t name = mix(mix(kind->depth, kind->colours), (uint32_t)(uint16_t)kind->left << 16 | (uint16_t)kind->top);
    name = mix(name, (uint32_t)kind->width << 16 | kind->height);
    for (uint16_t band = 0; band < print->bands; band++)
        name = mix(mix(name, print->sums[band].rotated), print->sums[band].added);
    print->name = name;
}

const mc_fingerprint *mc_known_find(const mc_known *known, uint32_t name, const mc_fingerprint *like)
{
    for (uint16_t i = 0; i < known->count; i++)
        if (known->prints[i].name == name && same_kind(&known->prints[i].kind, &like->kind))
            return &known->prints[i];
    return NULL;
}

/* What has the same name says the same: it only becomes the newest again. */
void mc_known_keep(mc_known *known, const mc_fingerprint *print)
{
    uint16_t place = 0;
    while (place < known->count && known->prints[place].name != print->name)
        place++;
    if (place == known->count && known->count < MC_KNOWN_FINGERPRINTS)
        known->count++;
    if (place == MC_KNOWN_FINGERPRINTS)
        place--;
    for (; place > 0; place--)
        known->prints[place] = known->prints[place - 1];
    known->prints[0] = *print;
}
