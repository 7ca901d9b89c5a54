#include "kchr.h"

enum {
    TABLE_INDEX = 2, /* behind the version: which table for each state of the modifier keys */
    TABLE_COUNT = 2 + 256,
    TABLES = TABLE_COUNT + 2,
    TABLE_BYTES = 128,
    SHIFT = 0x02,
    OPTION = 0x08,
    FIRST_KEYPAD = 0x41,
    LAST_KEYPAD = 0x5C
};

typedef struct layout {
    const uint8_t *bytes;
    uint32_t size;
    mc_key *keys;
    uint8_t known[32]; /* a bit for each character that has its key */
} layout;

static uint16_t read_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

static bool is_known(const layout *layout, uint8_t character)
{
    return layout->known[character >> 3] >> (character & 7) & 1;
}

static void learn(layout *layout, uint8_t character, uint8_t code, uint8_t modifiers)
{
    if (character == 0 || is_known(layout, character))
        return;
    layout->known[character >> 3] |= (uint8_t)(1 << (character & 7));
    layout->keys[character] = (mc_key){code, modifiers};
}

static bool is_on_keypad(uint8_t code)
{
    return code >= FIRST_KEYPAD && code <= LAST_KEYPAD;
}

/* The keys of one state of the modifier keys, those of the keypad apart: few programs expect text from there. */
static void learn_table(layout *layout, uint8_t modifiers, bool keypad)
{
    uint32_t table = TABLES + (uint32_t)layout->bytes[TABLE_INDEX + modifiers] * TABLE_BYTES;
    if (table + TABLE_BYTES > layout->size)
        return;
    for (uint8_t code = 0; code < TABLE_BYTES; code++)
        if (is_on_keypad(code) == keypad)
            learn(layout, layout->bytes[table + code], code, modifiers);
}

/* A dead key's record: table, key, pairs of what completes it and what that makes, what it makes alone. */
static uint32_t learn_dead_key(layout *layout, uint32_t at)
{
    if (at + 4 > layout->size)
        return layout->size;
    uint16_t pairs = read_u16(layout->bytes + at + 2);
    for (at += 4; pairs > 0 && at + 2 <= layout->size; pairs--, at += 2) {
        uint8_t completing = layout->bytes[at];
        if (is_known(layout, completing))
            learn(layout, layout->bytes[at + 1], layout->keys[completing].code, layout->keys[completing].modifiers);
    }
    return at + 2;
}

static void learn_dead_keys(layout *layout)
{
    uint32_t at = TABLES + (uint32_t)read_u16(layout->bytes + TABLE_COUNT) * TABLE_BYTES;
    if (at + 2 > layout->size)
        return;
    uint16_t count = read_u16(layout->bytes + at);
    for (at += 2; count > 0 && at < layout->size; count--)
        at = learn_dead_key(layout, at);
}

void mc_kchr_keys(const uint8_t *kchr, uint32_t size, mc_key keys[256])
{
    static const uint8_t layers[] = {0, SHIFT, OPTION, SHIFT | OPTION};
    layout layout = {.bytes = kchr, .size = size, .keys = keys};
    memset(keys, 0, 256 * sizeof *keys);
    if (size < TABLES)
        return;
    for (uint8_t keypad = 0; keypad < 2; keypad++)
        for (uint8_t i = 0; i < sizeof layers; i++)
            learn_table(&layout, layers[i], keypad);
    learn_dead_keys(&layout);
}
