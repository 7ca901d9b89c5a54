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

static void stays_listening(const char *text)
{
    parse(text);
    CHECK(prefs.dial_port == 0 && prefs.dial_address == 0);
}

static void connections(void)
{
    parse("connect = dial 192.168.1.20:4781");
    CHECK(prefs.dial_address == 0xC0A80114 && prefs.dial_port == 4781);
    parse("connect=dial   0.0.0.255:1\rport = 9");
    CHECK(prefs.dial_address == 0xFF && prefs.dial_port == 1 && prefs.port == 9);
    parse("connect = dial 1.2.3.4:5\rconnect = nonsense");
    CHECK(prefs.dial_address == 0x01020304 && prefs.dial_port == 5);
    parse("connect = dial 1.2.3.4:5\rconnect = listen");
    CHECK(prefs.dial_port == 0);
    static const char *const bad[] = {"",          "listen",         "dial",          "dial 1.2.3.4",  "dial 1.2.3.4:",
                                      "dial 1.2.3:5", "dial 1.2.3.4.5:6", "dial 1.2.3.256:5", "dial 1.2.3.4:0", "dial 1.2.3.4:65536",
                                      "dial 1..3.4:5", "dial host:5",  "dial 1.2.3.4 :5", "dial1.2.3.4:5", "Dial 1.2.3.4:5",
                                      "dial 1.2.3.4:5:6", "dial 4294967297.2.3.4:5", "dial -1.2.3.4:5", "call 1.2.3.4:5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[60];
        sprintf(line, "connect = %s", bad[i]);
        stays_listening(line);
    }
}

static void what_is_logged(void)
{
    parse("");
    CHECK(prefs.log_level == MC_LOG_LEVEL_INFO && !prefs.watchdog_modem);
    parse("log = trace\rwatchdog = modem");
    CHECK(prefs.log_level == MC_LOG_LEVEL_TRACE && prefs.watchdog_modem);
    parse("log = debug\rlog = everything\rwatchdog = printer");
    CHECK(prefs.log_level == MC_LOG_LEVEL_DEBUG && !prefs.watchdog_modem);
}

void test_prefs(void)
{
    what_is_logged();
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
    connections();
}
