/* Fingerprints: what tells two captures apart, band by band, and how many of them are remembered. */
#include "fingerprint.h"
#include "test.h"

static mc_fingerprint of(int16_t left, uint16_t height)
{
    mc_fingerprint print;
    mc_capture_kind kind = {.left = left, .top = 3, .width = 64, .height = height, .depth = 8, .colours = 8};
    mc_fingerprint_start(&print, &kind);
    mc_fingerprint_name(&print);
    return print;
}

static bool sums_differ(const char *one, const char *other)
{
    mc_sum a = {0, 0}, b = {0, 0};
    mc_sum_longs(&a, (const uint8_t *)one, 4);
    mc_sum_longs(&b, (const uint8_t *)other, 4);
    return a.rotated != b.rotated || a.added != b.added;
}

static void sums(void)
{
    mc_sum whole = {0, 0}, pieces = {0, 0};
    const uint8_t *bytes = (const uint8_t *)"sixteen bytes...";
    mc_sum_longs(&whole, bytes, 4);
    mc_sum_longs(&pieces, bytes, 1);
    mc_sum_longs(&pieces, bytes + 4, 3);
    CHECK(whole.rotated == pieces.rotated && whole.added == pieces.added);
    CHECK(sums_differ("aaaabbbbccccdddd", "bbbbaaaaccccdddd"));
    /* Inverted: plain sums, weighted by their places or not, would cancel. */
    CHECK(sums_differ("\xFF\xFF\xFF\xFF\0\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF", "\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\0\0"));
}

static void bands(void)
{
    CHECK(of(0, 1).bands == 1 && of(0, 480).bands == 30 && of(0, 342).bands == 22);
    CHECK(of(0, 1024).bands == 64 && of(0, 1025).band_rows == 32 && of(0, 32767).bands <= MC_MOST_BANDS);
}

static void names(void)
{
    mc_fingerprint one = of(0, 32), other = of(0, 32);
    CHECK(one.name == other.name && of(1, 32).name != one.name && of(0, 31).name != one.name);
    other.sums[1].added = 1;
    mc_fingerprint_name(&other);
    CHECK(other.name != one.name);
}

static void known(void)
{
    static mc_known memory;
    mc_fingerprint prints[MC_KNOWN_FINGERPRINTS + 1];
    for (int16_t i = 0; i <= MC_KNOWN_FINGERPRINTS; i++)
        prints[i] = of(i, 32);
    for (int16_t i = 0; i < MC_KNOWN_FINGERPRINTS; i++)
        mc_known_keep(&memory, &prints[i]);
    mc_known_keep(&memory, &prints[0]);
    CHECK(memory.count == MC_KNOWN_FINGERPRINTS);
    mc_known_keep(&memory, &prints[MC_KNOWN_FINGERPRINTS]);
    CHECK(memory.count == MC_KNOWN_FINGERPRINTS);
    CHECK(mc_known_find(&memory, prints[1].name, &prints[1]) == NULL);
    CHECK(mc_known_find(&memory, prints[0].name, &prints[0]) == &memory.prints[1]);
    CHECK(mc_known_find(&memory, prints[0].name, &prints[2]) == NULL);
}

void test_fingerprint(void)
{
    sums();
    bands();
    names();
    known();
}
