/* Keyboard layouts turned round. */
#include "kchr.h"
#include "test.h"

enum { TABLES = 260, TABLE = 128 };

/* Two tables and a dead key: plain, and Shift; Option and `e` is a dead key that makes Z out of a, and z out of A. */
static uint32_t build(uint8_t *layout)
{
    memset(layout, 0, 1024);
    layout[2 + 0x02] = 1;
    layout[2 + 0x08] = 2;
    layout[2 + 0x0A] = 2;
    layout[259] = 3;
    layout[TABLES + 0x00] = 'a';
    layout[TABLES + 0x0E] = 'e';
    layout[TABLES + 0x12] = '1';
    layout[TABLES + 0x53] = '1';
    layout[TABLES + 0x43] = '*';
    layout[TABLES + TABLE + 0x00] = 'A';
    layout[TABLES + TABLE + 0x1C] = '*';
    layout[TABLES + 2 * TABLE + 0x08] = 0x8D;
    uint8_t *dead = layout + TABLES + 3 * TABLE;
    static const uint8_t record[] = {0, 1, 2, 0x0E, 0, 2, 'a', 'Z', 'A', 'z', 0, '\''};
    memcpy(dead, record, sizeof record);
    return (uint32_t)(TABLES + 3 * TABLE + sizeof record);
}

static bool is(const mc_key *keys, uint8_t character, uint8_t code, uint8_t modifiers)
{
    return keys[character].code == code && keys[character].modifiers == modifiers;
}

static void turned_round(void)
{
    static uint8_t layout[1024];
    static mc_key keys[256];
    mc_kchr_keys(layout, build(layout), keys);
    CHECK(is(keys, 'a', 0, 0) && is(keys, 'e', 0x0E, 0) && is(keys, 'A', 0, 2));
    CHECK(is(keys, '1', 0x12, 0) && is(keys, '*', 0x1C, 2)); /* not those of the keypad */
    CHECK(is(keys, 0x8D, 0x08, 8));
    CHECK(is(keys, 'Z', 0, 0) && is(keys, 'z', 0, 2)); /* by the keys that complete the dead one */
    CHECK(is(keys, 'q', 0, 0));
}

static void damaged(void)
{
    static uint8_t layout[1024];
    static mc_key keys[256];
    uint32_t size = build(layout);
    for (uint32_t cut = 0; cut <= size; cut++)
        mc_kchr_keys(layout, cut, keys);
    memset(layout, 0xFF, sizeof layout);
    mc_kchr_keys(layout, sizeof layout, keys);
    mc_kchr_keys(NULL, 0, keys);
    CHECK(is(keys, 'a', 0, 0));
}

void test_kchr(void)
{
    turned_round();
    damaged();
}
