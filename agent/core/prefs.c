#include "prefs.h"

void mc_prefs_default(mc_prefs *prefs)
{
    memset(prefs, 0, sizeof *prefs);
    prefs->tier = MC_TIER_DISABLED;
    prefs->port = MC_PORT;
    prefs->log_level = MC_LOG_LEVEL_INFO;
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
        if (is(value, mc_word(mc_tier_names, tier)))
            prefs->tier = (mc_tier)tier;
}

/* A whole number within the limits and nothing else. */
static bool take_number(span value, uint32_t minimum, uint32_t maximum, uint32_t *number)
{
    if (value.start == value.end)
        return false;
    for (*number = 0; value.start < value.end && *number <= maximum; value.start++) {
        uint8_t digit = (uint8_t)(*value.start - '0');
        if (digit > 9)
            return false;
        *number = *number * 10 + digit;
    }
    return *number >= minimum && *number <= maximum;
}

static void set_port(mc_prefs *prefs, span value)
{
    uint32_t port;
    if (take_number(value, 1, 0xFFFF, &port))
        prefs->port = (uint16_t)port;
}

/* What stands before `mark`, which is taken away with it; the whole when there is none. */
static span take_until(span *text, uint8_t mark)
{
    span part = {text->start, text->start};
    while (part.end < text->end && *part.end != mark)
        part.end++;
    text->start = part.end < text->end ? part.end + 1 : part.end;
    return part;
}

/* Names would need a resolver: four numbers. */
static bool take_address(span value, uint32_t *address)
{
    uint32_t number;
    *address = 0;
    for (uint8_t i = 0; i < 4; i++) {
        span part = i < 3 ? take_until(&value, '.') : value;
        if (!take_number(part, 0, 255, &number))
            return false;
        *address = *address << 8 | number;
    }
    return true;
}

/* `listen`, or `dial a.b.c.d:port`. */
static void set_connect(mc_prefs *prefs, span value)
{
    span verb = take_until(&value, ' ');
    span target = trimmed(value);
    span host = take_until(&target, ':');
    uint32_t address, port;
    if (is(verb, "listen") && host.start == host.end) {
        prefs->dial_port = 0;
    } else if (is(verb, "dial") && take_address(host, &address) && take_number(target, 1, 0xFFFF, &port)) {
        prefs->dial_address = address;
        prefs->dial_port = (uint16_t)port;
    }
}

static void set_log_level(mc_prefs *prefs, span value)
{
    for (uint8_t level = 0; level < MC_LOG_LEVEL_COUNT; level++)
        if (is(value, mc_word(mc_log_level_names, level)))
            prefs->log_level = (mc_log_level)level;
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
    else if (is(key, "connect"))
        set_connect(prefs, value);
    else if (is(key, "log"))
        set_log_level(prefs, value);
    else if (is(key, "port"))
        set_port(prefs, value);
    else if (is(key, "token"))
        set_token(prefs, value);
    else if (is(key, "watchdog"))
        prefs->watchdog_modem = is(value, "modem");
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
