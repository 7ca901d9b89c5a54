/* The preferences file: what is not understood gives no consent. */
#include "prefs.h"
#include "test.h"

static mc_prefs prefs;

static void parse(const char *text)
{
    mc_prefs_default(&prefs);
    mc_prefs_parse(&prefs, (const uint8_t *)text, (uint16_t)strlen(text));
}

static bool admits(const char *token)
{
    return mc_prefs_admits(&prefs, (const uint8_t *)token, (uint16_t)strlen(token));
}

void test_prefs(void)
{
    parse("");
    CHECK(prefs.tier == MC_TIER_DISABLED && prefs.port == 4780 && !admits("") && !admits("x"));
    parse("token = abc\rport = 1234\ragent = full\r");
    CHECK(prefs.tier == MC_TIER_FULL && prefs.port == 1234 && admits("abc") && !admits("abd") && !admits("ab") && !admits("abcd"));
    parse("  token=\ta b c \xCA\r\nagent=read-only\nunknown = 1\n# agent = full\n = \n===\nnothing");
    CHECK(prefs.tier == MC_TIER_READ_ONLY && admits("a b c"));
    parse("agent = full\nagent = Full");
    CHECK(prefs.tier == MC_TIER_DISABLED);
    parse("agent = full please");
    CHECK(prefs.tier == MC_TIER_DISABLED);
    parse("agent =");
    CHECK(prefs.tier == MC_TIER_DISABLED);
    parse("token = 0123456789012345678901234567890123456789012345678901234567890123");
    CHECK(prefs.token_length == 64 && admits("0123456789012345678901234567890123456789012345678901234567890123"));
    parse("token = 01234567890123456789012345678901234567890123456789012345678901234");
    CHECK(prefs.token_length == 0 && !admits(""));
    parse("port = 0\nport = 65536\nport = 99999999999\nport = -1\nport = 12x\nport =");
    CHECK(prefs.port == 4780);
    parse("port = 65535");
    CHECK(prefs.port == 65535);
}
