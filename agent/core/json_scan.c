/* Values of a text that has been checked: where they end, and what strings and numbers say. */
#include "json_read.h"
#include "json_text.h"
#include "utf8.h"

void mc_json_start(mc_json *json, uint8_t *text, uint16_t length, mc_failure *failure)
{
    json->at = text;
    json->end = text + length;
    json->depth = 0;
    json->failure = failure;
    failure->code = MC_OK;
}

bool mc_json_unsuitable(mc_json *json, const char *message)
{
    return mc_fail_with(json->failure, MC_BAD_PARAMS, message);
}

bool mc_slice_is(mc_slice slice, const char *text)
{
    const char *at = slice.bytes;
    for (uint16_t left = slice.length; left > 0; left--)
        if (*at++ != *text++ || !text[-1])
            return false;
    return !*text;
}

/* ---- Passing over what has been checked ---- */

/* What a byte means to somebody who looks for the end of a value. */
enum { SKIP_NOTHING = 0, SKIP_QUOTE, SKIP_OPEN, SKIP_CLOSE, SKIP_COMMA };

static const uint8_t skip_classes[256] = {
    ['"'] = SKIP_QUOTE, ['{'] = SKIP_OPEN, ['['] = SKIP_OPEN, ['}'] = SKIP_CLOSE, [']'] = SKIP_CLOSE, [','] = SKIP_COMMA,
};

/* From the byte behind the opening quote to the closing one. */
static const uint8_t *closing_quote(const uint8_t *at)
{
    while (*(at = mc_json_plain(at)) != '"')
        at += *at == '\\' ? 2 : 1;
    return at;
}

const uint8_t *mc_json_behind_bracket(const uint8_t *at, uint16_t *commas)
{
    uint8_t depth = 1;
    *commas = 0;
    while (depth) {
        uint8_t class;
        while (!(class = skip_classes[*at++]))
            ;
        if (class == SKIP_QUOTE)
            at = closing_quote(at) + 1;
        else if (class == SKIP_OPEN)
            depth++;
        else if (class == SKIP_CLOSE)
            depth--;
        else if (depth == 1)
            ++*commas;
    }
    return at;
}

static const uint8_t *behind_value(const uint8_t *at)
{
    uint16_t commas;
    if (*at == '"')
        return closing_quote(at + 1) + 1;
    if (*at == '{' || *at == '[')
        return mc_json_behind_bracket(at + 1, &commas);
    while (*at > ' ' && *at != ',' && *at != '}' && *at != ']') /* a number or word */
        at++;
    return at;
}

bool mc_json_skip(mc_json *json)
{
    json->at = (uint8_t *)behind_value(json->at);
    return true;
}

/* ---- Strings and numbers ---- */

/* Unescapes a string where it lies, from its first backslash to its closing quote; returns the new end. */
static uint8_t *unescape(uint8_t *first, const uint8_t *closing)
{
    const uint8_t *from = first;
    uint8_t *to = first;
    while (from < closing) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        uint32_t character = 0;
        mc_json_escape(&from, &character);
        to += mc_utf8_put(to, character);
    }
    return to;
}

/* Bytes beyond ASCII stop mc_json_plain too. */
static void take_string(mc_json *json, mc_slice *string)
{
    const uint8_t *start = json->at + 1;
    const uint8_t *at = start;
    while (*(at = mc_json_plain(at)) >= 0x80)
        at++;
    const uint8_t *closing = closing_quote(at);
    const uint8_t *end = at == closing ? at : unescape((uint8_t *)at, closing);
    string->bytes = (const char *)start;
    string->length = (uint16_t)(end - start);
    json->at = (uint8_t *)closing + 1;
}

bool mc_json_string(mc_json *json, mc_slice *string)
{
    if (*json->at != '"')
        return mc_json_unsuitable(json, "a string is expected");
    take_string(json, string);
    return true;
}

/* Adds a digit without a multiplication, which a 68000 has for 16 bits only. False when 32 bits cannot hold it. */
static bool append_digit(uint32_t *value, uint8_t digit)
{
    if (*value > 0xFFFFFFFFu / 10)
        return false;
    uint32_t twice = *value << 1;
    uint32_t tenfold = (twice << 2) + twice;
    *value = tenfold + digit;
    return *value >= tenfold;
}

bool mc_json_integer(mc_json *json, bool *negative, uint32_t *magnitude)
{
    uint8_t *at = json->at;
    *negative = *at == '-';
    if (*negative)
        at++;
    if (!mc_is_digit(*at))
        return mc_json_unsuitable(json, "a number is expected");
    *magnitude = 0;
    for (; mc_is_digit(*at); at++)
        if (!append_digit(magnitude, (uint8_t)(*at - '0')))
            return mc_json_unsuitable(json, "the number is out of range");
    if (*at == '.' || *at == 'e' || *at == 'E')
        return mc_json_unsuitable(json, "a whole number is expected");
    json->at = at;
    return true;
}

bool mc_json_unsigned(mc_json *json, uint32_t minimum, uint32_t maximum, uint32_t *value)
{
    bool negative;
    uint32_t magnitude;
    if (!mc_json_integer(json, &negative, &magnitude))
        return false;
    if ((negative && magnitude) || magnitude < minimum || magnitude > maximum)
        return mc_json_unsuitable(json, "the number is out of range");
    *value = magnitude;
    return true;
}
