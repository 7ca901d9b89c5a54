/* Which key of an American keyboard makes a character (Inside Macintosh V, chapter 10; Macintosh Toolbox Essentials, 2-43). */
#include "Events.h"
#include "input_script.h"

enum { S = 0x80 }; /* with Shift */

static const uint8_t keys[128] = {
    [0x01] = 0x73, /* Home */
    [0x03] = 0x4C, /* Enter */
    [0x04] = 0x77, /* End */
    [0x05] = 0x72, /* Help */
    [0x08] = 0x33, /* Delete */
    [0x09] = 0x30, /* Tab */
    [0x0B] = 0x74, /* Page Up */
    [0x0C] = 0x79, /* Page Down */
    [0x0D] = 0x24, /* Return */
    [0x1B] = 0x35, /* Escape */
    [0x1C] = 0x7B, /* arrows: left, right, up, down */
    [0x1D] = 0x7C,
    [0x1E] = 0x7E,
    [0x1F] = 0x7D,
    [0x7F] = 0x75, /* Forward Delete */
    [' '] = 0x31,
    ['a'] = 0x00, ['b'] = 0x0B, ['c'] = 0x08, ['d'] = 0x02, ['e'] = 0x0E, ['f'] = 0x03, ['g'] = 0x05, ['h'] = 0x04,
    ['i'] = 0x22, ['j'] = 0x26, ['k'] = 0x28, ['l'] = 0x25, ['m'] = 0x2E, ['n'] = 0x2D, ['o'] = 0x1F, ['p'] = 0x23,
    ['q'] = 0x0C, ['r'] = 0x0F, ['s'] = 0x01, ['t'] = 0x11, ['u'] = 0x20, ['v'] = 0x09, ['w'] = 0x0D, ['x'] = 0x07,
    ['y'] = 0x10, ['z'] = 0x06,
    ['A'] = S | 0x00, ['B'] = S | 0x0B, ['C'] = S | 0x08, ['D'] = S | 0x02, ['E'] = S | 0x0E, ['F'] = S | 0x03,
    ['G'] = S | 0x05, ['H'] = S | 0x04, ['I'] = S | 0x22, ['J'] = S | 0x26, ['K'] = S | 0x28, ['L'] = S | 0x25,
    ['M'] = S | 0x2E, ['N'] = S | 0x2D, ['O'] = S | 0x1F, ['P'] = S | 0x23, ['Q'] = S | 0x0C, ['R'] = S | 0x0F,
    ['S'] = S | 0x01, ['T'] = S | 0x11, ['U'] = S | 0x20, ['V'] = S | 0x09, ['W'] = S | 0x0D, ['X'] = S | 0x07,
    ['Y'] = S | 0x10, ['Z'] = S | 0x06,
    ['0'] = 0x1D, ['1'] = 0x12, ['2'] = 0x13, ['3'] = 0x14, ['4'] = 0x15, ['5'] = 0x17, ['6'] = 0x16, ['7'] = 0x1A,
    ['8'] = 0x1C, ['9'] = 0x19,
    [')'] = S | 0x1D, ['!'] = S | 0x12, ['@'] = S | 0x13, ['#'] = S | 0x14, ['$'] = S | 0x15, ['%'] = S | 0x17,
    ['^'] = S | 0x16, ['&'] = S | 0x1A, ['*'] = S | 0x1C, ['('] = S | 0x19,
    ['-'] = 0x1B, ['='] = 0x18, ['['] = 0x21, [']'] = 0x1E, ['\\'] = 0x2A, [';'] = 0x29, ['\''] = 0x27, [','] = 0x2B,
    ['.'] = 0x2F, ['/'] = 0x2C, ['`'] = 0x32,
    ['_'] = S | 0x1B, ['+'] = S | 0x18, ['{'] = S | 0x21, ['}'] = S | 0x1E, ['|'] = S | 0x2A, [':'] = S | 0x29,
    ['"'] = S | 0x27, ['<'] = S | 0x2B, ['>'] = S | 0x2F, ['?'] = S | 0x2C, ['~'] = S | 0x32,
};

/* Beyond ASCII the code is 0: programs go by the character. */
uint32_t mc_key_message(uint8_t character, uint16_t *modifiers)
{
    uint8_t key = character < 0x80 ? keys[character] : 0;
    if (key & S)
        *modifiers |= shiftKey;
    return (uint32_t)(key & 0x7F) << 8 | character;
}
