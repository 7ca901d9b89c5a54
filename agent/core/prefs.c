#include "prefs.h"

void mc_prefs_default(mc_prefs *prefs)
{
    memset(prefs, 0, sizeof *prefs);
    prefs->tier = MC_TIER_DISABLED;
    prefs->port = MC_PORT;
}

typedef struct span {
    const uint8_t *start;
    const uint8_t *end;
} span;

static bool is_blank(uint8_t character)
{
    return character == ' ' || character == '\t' || character == 0xCA; /* the last one is MacRoman's non-breaking space */
}

static span trimmed(span text)
{
    while (text.start < text.end && is_blank(text.start[0]))
        text.start++;
    while (text.start < text.end && is_blank(text.end[-1]))
        text.end--;
    return text;
}

static bool is(span text, const char *word)
{
    size_t length = mc_length(word);
    return (size_t)(text.end - text.start) == length && memcmp(text.start, word, length) == 0;
}

static void set_tier(mc_prefs *prefs, span value)
{
    prefs->tier = MC_TIER_DISABLED;
    for (uint8_t tier = 0; tier < MC_TIER_COUNT; tier++)
        if (is(value, mc_tier_names[tier]))
            prefs->tier = (mc_tier)tier;
}

static void set_port(mc_prefs *prefs, span value)
{
    uint32_t port = 0;
    for (; value.start < value.end && port <= 0xFFFF; value.start++) {
        uint8_t digit = (uint8_t)(*value.start - '0');
        if (digit > 9)
            return;
        port = port * 10 + digit;
    }
    if (port >= 1 && port <= 0xFFFF)
        prefs->port = (uint16_t)port;
}

/* A token that is too long is as good as none: cut off it would admit somebody else. */
static void set_token(mc_prefs *prefs, span value)
{
    size_t length = (size_t)(value.end - value.start);
    prefs->token_length = length <= MC_TOKEN_BYTES ? (uint8_t)length : 0;
    memcpy(prefs->token, value.start, prefs->token_length);
}

static void take_line(mc_prefs *prefs, span line)
{
    const uint8_t *equals = line.start;
    while (equals < line.end && *equals != '=')
        equals++;
    if (equals == line.end)
        return;
    span key = trimmed((span){line.start, equals});
    span value = trimmed((span){equals + 1, line.end});
    if (is(key, "agent"))
        set_tier(prefs, value);
    else if (is(key, "port"))
        set_port(prefs, value);
    else if (is(key, "token"))
        set_token(prefs, value);
}

void mc_prefs_parse(mc_prefs *prefs, const uint8_t *text, uint16_t length)
{
    const uint8_t *end = text + length;
    while (text < end) {
        span line = {text, text};
        while (line.end < end && *line.end != '\r' && *line.end != '\n')
            line.end++;
        take_line(prefs, line);
        text = line.end + 1;
    }
}

bool mc_prefs_admits(const mc_prefs *prefs, const uint8_t *token, uint16_t length)
{
    uint8_t difference = 0;
    if (!prefs->token_length || length != prefs->token_length)
        return false;
    for (uint8_t i = 0; i < prefs->token_length; i++)
        difference |= prefs->token[i] ^ token[i];
    return difference == 0;
}
