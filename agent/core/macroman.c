/* Inside Macintosh: Text, appendix A: the Standard Roman character set, as it was in System 7: DB is the currency sign. */
#include "macroman.h"
#include "utf8.h"

/* Unicode characters of 80 to FF. */
static const uint16_t unicode_of[128] = {
    0x00C4, 0x00C5, 0x00C7, 0x00C9, 0x00D1, 0x00D6, 0x00DC, 0x00E1, 0x00E0, 0x00E2, 0x00E4, 0x00E3,
    0x00E5, 0x00E7, 0x00E9, 0x00E8, 0x00EA, 0x00EB, 0x00ED, 0x00EC, 0x00EE, 0x00EF, 0x00F1, 0x00F3,
    0x00F2, 0x00F4, 0x00F6, 0x00F5, 0x00FA, 0x00F9, 0x00FB, 0x00FC, 0x2020, 0x00B0, 0x00A2, 0x00A3,
    0x00A7, 0x2022, 0x00B6, 0x00DF, 0x00AE, 0x00A9, 0x2122, 0x00B4, 0x00A8, 0x2260, 0x00C6, 0x00D8,
    0x221E, 0x00B1, 0x2264, 0x2265, 0x00A5, 0x00B5, 0x2202, 0x2211, 0x220F, 0x03C0, 0x222B, 0x00AA,
    0x00BA, 0x03A9, 0x00E6, 0x00F8, 0x00BF, 0x00A1, 0x00AC, 0x221A, 0x0192, 0x2248, 0x2206, 0x00AB,
    0x00BB, 0x2026, 0x00A0, 0x00C0, 0x00C3, 0x00D5, 0x0152, 0x0153, 0x2013, 0x2014, 0x201C, 0x201D,
    0x2018, 0x2019, 0x00F7, 0x25CA, 0x00FF, 0x0178, 0x2044, 0x00A4, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x2021, 0x00B7, 0x201A, 0x201E, 0x2030, 0x00C2, 0x00CA, 0x00C1, 0x00CB, 0x00C8, 0x00CD, 0x00CE,
    0x00CF, 0x00CC, 0x00D3, 0x00D4, 0xF8FF, 0x00D2, 0x00DA, 0x00DB, 0x00D9, 0x0131, 0x02C6, 0x02DC,
    0x00AF, 0x02D8, 0x02D9, 0x02DA, 0x00B8, 0x02DD, 0x02DB, 0x02C7,
};

/* The places of that table in the order of what stands there, for a search by halves. */
static const uint8_t by_unicode[128] = {
     74,  65,  34,  35,  91,  52,  36,  44,  41,  59,  71,  66,  40, 120,  33,  49,
     43,  53,  38,  97, 124,  60,  72,  64,  75, 103, 101,  76,   0,   1,  46,   2,
    105,   3, 102, 104, 109, 106, 107, 108,   4, 113, 110, 111,  77,   5,  47, 116,
    114, 115,   6,  39,   8,   7,   9,  11,  10,  12,  62,  13,  15,  14,  16,  17,
     19,  18,  20,  21,  22,  24,  23,  25,  27,  26,  86,  63,  29,  28,  30,  31,
     88, 117,  78,  79,  89,  68, 118, 127, 121, 122, 123, 126, 119, 125,  61,  57,
     80,  81,  84,  85,  98,  82,  83,  99,  32,  96,  37,  73, 100,  92,  93,  90,
     42,  54,  70,  56,  55,  67,  48,  58,  69,  45,  50,  51,  87, 112,  94,  95,
};

uint32_t mc_unicode_of_macroman(uint8_t character)
{
    return character < 0x80 ? character : unicode_of[character - 0x80];
}

bool mc_macroman_of_unicode(uint32_t unicode, uint8_t *character)
{
    if (unicode < 0x80) {
        *character = (uint8_t)unicode;
        return true;
    }
    uint8_t low = 0, high = 128;
    while (low < high) {
        uint8_t middle = (uint8_t)((low + high) >> 1);
        uint16_t here = unicode_of[by_unicode[middle]];
        if (here == unicode) {
            *character = (uint8_t)(by_unicode[middle] + 0x80);
            return true;
        }
        if (here < unicode)
            low = (uint8_t)(middle + 1);
        else
            high = middle;
    }
    return false;
}

uint16_t mc_to_macroman(mc_slice utf8, uint8_t *macroman, uint16_t capacity)
{
    const uint8_t *at = (const uint8_t *)utf8.bytes;
    const uint8_t *end = at + utf8.length;
    uint16_t count = 0;
    while (at < end) {
        uint8_t character;
        if (!mc_macroman_of_unicode(mc_utf8_take(&at), &character) || count == capacity)
            return MC_NOT_MACROMAN;
        macroman[count++] = character;
    }
    return count;
}
