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

static bool malformed(mc_json *json, const char *message)
{
    return mc_fail_with(json->failure, MC_BAD_JSON, message);
}

static bool hex4(const uint8_t *at, uint16_t *unit)
{
    uint16_t value = 0;
    for (uint8_t i = 0; i < 4; i++) {
        uint8_t digit = at[i];
        uint8_t letter = (uint8_t)((digit | 0x20) - 'a');
        if (mc_is_digit(digit))
            digit = (uint8_t)(digit - '0');
        else if (letter < 6)
            digit = (uint8_t)(letter + 10);
        else
            return false;
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
    switch ((*at)[1]) {
    case '"':
    case '\\':
    case '/':
        *character = (*at)[1];
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
    case 'u':
        return unicode_escape(at, character);
    default:
        return false;
    }
    *at += 2;
    return true;
}

/* At the byte behind the opening quote. */
static bool check_string(mc_json *json)
{
    const uint8_t *at = json->at;
    uint16_t saved = 0; /* bytes by which unescaping shortens it */
    for (;;) {
        uint8_t class;
        while ((class = mc_byte_classes[*at]) == MC_BYTE_PLAIN)
            at++;
        if (class == MC_BYTE_QUOTE)
            break;
        if (class == MC_BYTE_UTF8) {
            uint8_t length = mc_utf8_length(at);
            if (!length)
                return malformed(json, "a string is not UTF-8");
            at += length;
        } else if (class == MC_BYTE_BACKSLASH) {
            const uint8_t *escape = at;
            uint8_t unescaped[4];
            uint32_t character;
            if (!mc_json_escape(&at, &character))
                return malformed(json, "a string has a malformed escape");
            saved = (uint16_t)(saved + (at - escape) - mc_utf8_put(unescaped, character));
        } else {
            return malformed(json, at == json->end ? "the text ends inside of a string" : "a string has a control character");
        }
    }
    if (at - json->at - saved > MC_STRING_BYTES)
        return mc_fail_with(json->failure, MC_TOO_LARGE, "a string is longer than the limit");
    json->at = (uint8_t *)at + 1;
    return true;
}

static void pass_digits(mc_json *json)
{
    while (mc_is_digit(*json->at))
        json->at++;
}

static bool check_number(mc_json *json)
{
    if (*json->at == '-')
        json->at++;
    if (!mc_is_digit(*json->at))
        return malformed(json, "a number has no digits");
    if (*json->at == '0' && mc_is_digit(json->at[1]))
        return malformed(json, "a number begins with a zero");
    pass_digits(json);
    if (*json->at == '.') {
        json->at++;
        if (!mc_is_digit(*json->at))
            return malformed(json, "a number ends with its point");
        pass_digits(json);
    }
    if ((*json->at | 0x20) == 'e') {
        json->at++;
        if (*json->at == '+' || *json->at == '-')
            json->at++;
        if (!mc_is_digit(*json->at))
            return malformed(json, "a number has an empty exponent");
        pass_digits(json);
    }
    return true;
}

static bool check_word(mc_json *json, const char *word)
{
    while (*word)
        if (*json->at++ != (uint8_t)*word++)
            return malformed(json, "there is a word that JSON does not have");
    return true;
}

static bool check_value(mc_json *json);

static bool check_key(mc_json *json)
{
    if (*json->at != '"')
        return malformed(json, "a member of an object has no name");
    json->at++;
    if (!check_string(json))
        return false;
    json->at = mc_json_space(json->at);
    if (*json->at != ':')
        return malformed(json, "a member of an object has no value");
    json->at = mc_json_space(json->at + 1);
    return true;
}

/* At the byte behind the opening bracket. */
static bool check_items(mc_json *json, uint8_t closing)
{
    if (++json->depth > MC_JSON_DEPTH)
        return mc_fail_with(json->failure, MC_TOO_LARGE, "objects and arrays are nested too deeply");
    json->at = mc_json_space(json->at);
    if (*json->at == closing) {
        json->at++;
        json->depth--;
        return true;
    }
    for (;;) {
        if ((closing == '}' && !check_key(json)) || !check_value(json))
            return false;
        json->at = mc_json_space(json->at);
        if (*json->at == closing)
            break;
        if (*json->at != ',')
            return malformed(json, "a comma or closing bracket is missing");
        json->at = mc_json_space(json->at + 1);
    }
    json->at++;
    json->depth--;
    return true;
}

static bool check_value(mc_json *json)
{
    switch (*json->at) {
    case '{':
        json->at++;
        return check_items(json, '}');
    case '[':
        json->at++;
        return check_items(json, ']');
    case '"':
        json->at++;
        return check_string(json);
    case 't':
        return check_word(json, "true");
    case 'f':
        return check_word(json, "false");
    case 'n':
        return check_word(json, "null");
    default:
        return check_number(json);
    }
}

bool mc_json_check(mc_json *json)
{
    uint8_t *start = json->at;
    json->at = mc_json_space(json->at);
    if (!check_value(json))
        return false;
    json->at = mc_json_space(json->at);
    if (json->at != json->end)
        return malformed(json, "something follows the JSON value");
    json->at = start;
    return true;
}
