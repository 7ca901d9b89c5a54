#include "utf8.h"

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* The second byte's range excludes overlong forms (E0, F0), surrogates (ED) and what lies above U+10FFFF (F4). */
static bool second_byte_fits(uint8_t first, uint8_t second)
{
    if (!is_continuation(second))
        return false;
    switch (first) {
    case 0xE0:
        return second >= 0xA0;
    case 0xED:
        return second < 0xA0;
    case 0xF0:
        return second >= 0x90;
    case 0xF4:
        return second < 0x90;
    default:
        return true;
    }
}

uint8_t mc_utf8_length(const uint8_t *bytes)
{
    uint8_t first = bytes[0];
    uint8_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || !second_byte_fits(first, bytes[1]))
        return 0;
    for (uint8_t i = 2; i < length; i++)
        if (!is_continuation(bytes[i]))
            return 0;
    return length;
}

uint32_t mc_utf8_take(const uint8_t **bytes)
{
    const uint8_t *at = *bytes;
    uint32_t character = *at++;
    if (character >= 0x80) {
        uint8_t more = character < 0xE0 ? 1 : character < 0xF0 ? 2 : 3;
        character &= 0x3Fu >> more;
        while (more--)
            character = character << 6 | (*at++ & 0x3Fu);
    }
    *bytes = at;
    return character;
}

uint8_t mc_utf8_put(uint8_t *bytes, uint32_t character)
{
    static const uint8_t first_of[] = {0, 0, 0xC0, 0xE0, 0xF0};
    uint8_t size = mc_utf8_size(character);
    uint8_t *at = bytes + size;
    while (at > bytes + 1) {
        *--at = (uint8_t)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    *bytes = (uint8_t)(first_of[size] | character);
    return size;
}
