/*
 * What the agent remembers of a capture: where it was, and two sums over the pixels of each band. So a later capture can be told from
 * it band by band, without the pixels themselves.
 */
#ifndef MC_FINGERPRINT_H
#define MC_FINGERPRINT_H

#include "bytes.h"

enum {
    MC_BAND_ROWS = 16, /* of most regions; high ones have higher bands */
    MC_MOST_BANDS = 64
};

/* One is rotated before each long is added to it, so that the order counts, and the other adds up what that goes through. */
typedef struct mc_sum {
    uint32_t rotated;
    uint32_t added;
} mc_sum;

/* Adds longs at an even address to both. */
void mc_sum_longs(mc_sum *sum, const uint8_t *bytes, uint16_t longs);

/* What makes captures comparable: of the same pixels in the same colours. */
typedef struct mc_capture_kind {
    int16_t left;
    int16_t top;
    uint16_t width;
    uint16_t height;
    uint16_t depth;
    uint32_t colours; /* the colour table's seed */
} mc_capture_kind;

typedef struct mc_fingerprint {
    mc_capture_kind kind;
    uint16_t band_rows;
    uint16_t bands;
    uint32_t name; /* of all of it; made by mc_fingerprint_name */
    mc_sum sums[MC_MOST_BANDS];
} mc_fingerprint;

void mc_fingerprint_start(mc_fingerprint *print, const mc_capture_kind *kind);

/* Gives it its name, when all of its bands have their sums. */
void mc_fingerprint_name(mc_fingerprint *print);

/* The few that are remembered: a newer one takes the place of the one that has not been asked for the longest. */
enum { MC_KNOWN_FINGERPRINTS = 4 };

typedef struct mc_known {
    uint16_t count;
    mc_fingerprint prints[MC_KNOWN_FINGERPRINTS]; /* the newest first */
} mc_known;

/* The one that has this name and is comparable with `like`; NULL when it is not known. */
const mc_fingerprint *mc_known_find(const mc_known *known, uint32_t name, const mc_fingerprint *like);

void mc_known_keep(mc_known *known, const mc_fingerprint *print);

#endif
