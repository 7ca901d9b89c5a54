/* Is this JSON? RFC 8259, with limits from protocol/schema/limits.json. One pass, no copy. */
#include "json_read.h"
#include "json_text.h"
#include "utf8.h"

#define C MC_BYTE_CONTROL
#define U MC_BYTE_UTF8
const uint8_t mc_byte_classes[256] = {
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    ['"'] = MC_BYTE_QUOTE,
    ['\\'] = MC_BYTE_BACKSLASH,
    [0x80] = U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
    U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
    U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
    U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
};
#undef C
#undef U

const uint8_t *mc_json_past_space(const uint8_t *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
        at++;
    return at;
}

static bool hex4(const uint8_t *at, uint16_t *unit)
{
    uint16_t value = 0;
    for (uint8_t left = 4; left > 0; left--) {
        uint8_t character = *at++;
        uint8_t digit = (uint8_t)(character - '0');
        if (digit > 9) {
            digit = (uint8_t)((character | 0x20) - 'a');
            if (digit > 5)
                return false;
            digit = (uint8_t)(digit + 10);
        }
        value = (uint16_t)(value << 4 | digit);
    }
    *unit = value;
    return true;
}

static bool unicode_escape(const uint8_t **at, uint32_t *character)
{
    uint16_t unit, low;
    if (!hex4(*at + 2, &unit))
        return false;
    *at += 6;
    *character = unit;
    if ((unit & 0xF800) != 0xD800)
        return true;
    if (unit >= 0xDC00 || (*at)[0] != '\\' || (*at)[1] != 'u' || !hex4(*at + 2, &low) || (low & 0xFC00) != 0xDC00)
        return false;
    *at += 6;
    *character = 0x10000 + ((uint32_t)(unit & 0x3FF) << 10) + (low & 0x3FF);
    return true;
}

bool mc_json_escape(const uint8_t **at, uint32_t *character)
{
    uint8_t letter = (*at)[1];
    if (letter == 'u')
        return unicode_escape(at, character);
    switch (letter) {
    case '"':
    case '\\':
    case '/':
        *character = letter;
        break;
    case 'b':
        *character = '\b';
        break;
    case 'f':
        *character = '\f';
        break;
    case 'n':
        *character = '\n';
        break;
    case 'r':
        *character = '\r';
        break;
    case 't':
        *character = '\t';
        break;
    default:
        return false;
    }
    *at += 2;
    return true;
}

/* Each check takes the place where something begins and returns the place behind it, or NULL. That keeps the place in a register. */

static const uint8_t *malformed(mc_json *json, const char *message)
{
    mc_fail_with(json->failure, MC_BAD_JSON, message);
    return NULL;
}

static const uint8_t *too_large(mc_json *json, const char *message)
{
    mc_fail_with(json->failure, MC_TOO_LARGE, message);
    return NULL;
}

/* Behind the backslash's escape; *saved grows by the bytes by which unescaping shortens the string. */
static const uint8_t *check_escape(mc_json *json, const uint8_t *at, uint16_t *saved)
{
    const uint8_t *escape = at;
    uint32_t character;
    if (!mc_json_escape(&at, &character))
        return malformed(json, "a string has a malformed escape");
    *saved = (uint16_t)(*saved + (at - escape) - mc_utf8_size(character));
    return at;
}

static const uint8_t *check_utf8(mc_json *json, const uint8_t *at)
{
    uint8_t length = mc_utf8_length(at);
    return length ? at + length : malformed(json, "a string is not UTF-8");
}

/* A string that has more than plain bytes; `at` is the first of these. Not inline, because it needs many registers and most strings
   never come here. */
static __attribute__((noinline)) const uint8_t *check_odd_string(mc_json *json, const uint8_t *start, const uint8_t *at)
{
    uint16_t saved = 0;
    while (*at != '"') {
        if (*at == '\\')
            at = check_escape(json, at, &saved);
        else if (*at >= 0x80)
            at = check_utf8(json, at);
        else
            return malformed(json, at == json->end ? "the text ends inside of a string" : "a string has a control character");
        if (!at)
            return NULL;
        at = mc_json_plain(at);
    }
    return at - start - saved <= MC_STRING_BYTES ? at + 1 : too_large(json, "a string is longer than the limit");
}

/* From the byte behind the opening quote. */
static const uint8_t *check_string(mc_json *json, const uint8_t *start)
{
    const uint8_t *at = mc_json_plain(start);
    return *at == '"' && at - start <= MC_STRING_BYTES ? at + 1 : check_odd_string(json, start, at);
}

static const uint8_t *pass_digits(const uint8_t *at)
{
    while (mc_is_digit(*at))
        at++;
    return at;
}

static const uint8_t *check_fraction_and_exponent(mc_json *json, const uint8_t *at)
{
    if (*at == '.') {
        if (!mc_is_digit(*++at))
            return malformed(json, "a number ends with its point");
        at = pass_digits(at);
    }
    if ((*at | 0x20) == 'e') {
        at++;
        if (*at == '+' || *at == '-')
            at++;
        if (!mc_is_digit(*at))
            return malformed(json, "a number has an empty exponent");
        at = pass_digits(at);
    }
    return at;
}

static const uint8_t *check_number(mc_json *json, const uint8_t *at)
{
    if (*at == '-')
        at++;
    if (!mc_is_digit(*at))
        return malformed(json, "a number has no digits");
    if (*at == '0' && mc_is_digit(at[1]))
        return malformed(json, "a number begins with a zero");
    return check_fraction_and_exponent(json, pass_digits(at));
}

static const uint8_t *check_word(mc_json *json, const uint8_t *at, const char *word)
{
    while (*word)
        if (*at++ != (uint8_t)*word++)
            return malformed(json, "there is a word that JSON does not have");
    return at;
}

static const uint8_t *check_value(mc_json *json, const uint8_t *at);

static const uint8_t *check_key(mc_json *json, const uint8_t *at)
{
    if (*at != '"')
        return malformed(json, "a member of an object has no name");
    at = check_string(json, at + 1);
    if (!at)
        return NULL;
    at = mc_json_space(at);
    return *at == ':' ? mc_json_space(at + 1) : malformed(json, "a member of an object has no value");
}

/* From the first item or member, behind the opening bracket and white space. */
static const uint8_t *check_items(mc_json *json, const uint8_t *at, uint8_t closing)
{
    while (*at != closing) {
        if (closing == '}' && !(at = check_key(json, at)))
            return NULL;
        at = check_value(json, at);
        if (!at)
            return NULL;
        at = mc_json_space(at);
        if (*at == closing)
            break;
        if (*at != ',')
            return malformed(json, "a comma or closing bracket is missing");
        at = mc_json_space(at + 1);
        if (*at == closing)
            return malformed(json, "a comma is followed by nothing");
    }
    return at + 1;
}

static const uint8_t *check_nested(mc_json *json, const uint8_t *at, uint8_t closing)
{
    if (++json->depth > MC_JSON_DEPTH)
        return too_large(json, "objects and arrays are nested too deeply");
    at = check_items(json, mc_json_space(at + 1), closing);
    json->depth--;
    return at;
}

static const uint8_t *check_value(mc_json *json, const uint8_t *at)
{
    switch (*at) {
    case '"':
        return check_string(json, at + 1);
    case '{':
        return check_nested(json, at, '}');
    case '[':
        return check_nested(json, at, ']');
    case 't':
        return check_word(json, at, "true");
    case 'f':
        return check_word(json, at, "false");
    case 'n':
        return check_word(json, at, "null");
    default:
        return check_number(json, at);
    }
}

bool mc_json_check(mc_json *json)
{
    const uint8_t *at = check_value(json, mc_json_space(json->at));
    return at && (mc_json_space(at) == json->end || malformed(json, "something follows the JSON value"));
}

/* Behind the outermost object only white space may follow. Always NULL: there is no other member. */
static const uint8_t *check_end(mc_json *json, const uint8_t *bracket)
{
    if (mc_json_space(bracket + 1) != json->end)
        malformed(json, "something follows the JSON value");
    return NULL;
}

/* Where the next member of the outermost object begins, if there is one. */
static const uint8_t *next_member(mc_json *json, bool first)
{
    const uint8_t *at = mc_json_space(json->at);
    json->depth = 1;
    if (*at == '}')
        return check_end(json, at);
    if (!first && *at != ',')
        return malformed(json, "a comma or closing bracket is missing");
    at = mc_json_space(at + 1);
    return first && *at == '}' ? check_end(json, at) : at;
}

bool mc_json_check_member(mc_json *json, bool *first, mc_slice *key, uint8_t **end)
{
    const uint8_t *start = next_member(json, *first);
    const uint8_t *value = start ? check_key(json, start) : NULL;
    const uint8_t *behind = value ? check_value(json, value) : NULL;
    *first = false;
    if (!behind)
        return false;
    json->at = (uint8_t *)start;
    mc_json_string(json, key);
    json->at = (uint8_t *)value;
    *end = (uint8_t *)behind;
    return true;
}
