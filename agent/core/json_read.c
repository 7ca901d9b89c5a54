#include "json_read.h"
#include "json_text.h"
#include "macroman.h"
#include "utf8.h"

void mc_json_start(mc_json *json, uint8_t *text, uint16_t length, mc_failure *failure)
{
    json->at = text;
    json->end = text + length;
    json->depth = 0;
    json->failure = failure;
    failure->code = MC_OK;
}

static bool unsuitable(mc_json *json, const char *message)
{
    return mc_fail_with(json->failure, MC_BAD_PARAMS, message);
}

bool mc_slice_is(mc_slice slice, const char *text)
{
    for (uint16_t i = 0; i < slice.length; i++)
        if (slice.bytes[i] != text[i] || !text[i])
            return false;
    return !text[slice.length];
}

/* ---- Passing over what has been checked ---- */

/* At the byte behind the opening quote; returns the closing one. */
static uint8_t *closing_quote(uint8_t *at)
{
    while (*at != '"')
        at += *at == '\\' ? 2 : 1;
    return at;
}

bool mc_json_skip(mc_json *json)
{
    uint8_t *at = json->at;
    uint8_t depth = 0;
    do {
        switch (*at) {
        case '"':
            at = closing_quote(at + 1) + 1;
            break;
        case '{':
        case '[':
            depth++;
            at++;
            break;
        case '}':
        case ']':
            depth--;
            at++;
            break;
        case ',':
        case ':':
        case ' ':
        case '\n':
        case '\r':
        case '\t':
            at++;
            break;
        default: /* a number or word */
            while (mc_is_digit(*at) || (*at >= 'a' && *at <= 'z') || *at == '-' || *at == '+' || *at == '.' || *at == 'E')
                at++;
        }
    } while (depth);
    json->at = at;
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

static void take_string(mc_json *json, mc_slice *string)
{
    uint8_t *start = json->at + 1;
    uint8_t *at = start;
    while (*at != '"' && *at != '\\')
        at++;
    uint8_t *closing = closing_quote(at);
    uint8_t *end = at == closing ? at : unescape(at, closing);
    string->bytes = (const char *)start;
    string->length = (uint16_t)(end - start);
    json->at = closing + 1;
}

bool mc_json_string(mc_json *json, mc_slice *string)
{
    if (*json->at != '"')
        return unsuitable(json, "a string is expected");
    take_string(json, string);
    return true;
}

static uint16_t characters_in(mc_slice string)
{
    uint16_t count = 0;
    for (uint16_t i = 0; i < string.length; i++)
        if (((uint8_t)string.bytes[i] & 0xC0) != 0x80)
            count++;
    return count;
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

/* An integer's sign and magnitude. */
static bool take_integer(mc_json *json, bool *negative, uint32_t *magnitude)
{
    uint8_t *at = json->at;
    *negative = *at == '-';
    if (*negative)
        at++;
    if (!mc_is_digit(*at))
        return unsuitable(json, "a number is expected");
    *magnitude = 0;
    for (; mc_is_digit(*at); at++)
        if (!append_digit(magnitude, (uint8_t)(*at - '0')))
            return unsuitable(json, "the number is out of range");
    if (*at == '.' || *at == 'e' || *at == 'E')
        return unsuitable(json, "a whole number is expected");
    json->at = at;
    return true;
}

bool mc_json_unsigned(mc_json *json, uint32_t minimum, uint32_t maximum, uint32_t *value)
{
    bool negative;
    uint32_t magnitude;
    if (!take_integer(json, &negative, &magnitude))
        return false;
    if ((negative && magnitude) || magnitude < minimum || magnitude > maximum)
        return unsuitable(json, "the number is out of range");
    *value = magnitude;
    return true;
}

static bool read_signed(mc_json *json, const mc_field *field, int32_t *value)
{
    bool negative;
    uint32_t magnitude;
    if (!take_integer(json, &negative, &magnitude))
        return false;
    if (magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu))
        return unsuitable(json, "the number is out of range");
    *value = (int32_t)(negative ? 0 - magnitude : magnitude);
    if (*value < field->minimum || *value > field->maximum)
        return unsuitable(json, "the number is out of range");
    return true;
}

/* ---- Values of parameters ---- */

static bool read_boolean(mc_json *json, uint8_t *value)
{
    if (*json->at != 't' && *json->at != 'f')
        return unsuitable(json, "true or false is expected");
    *value = *json->at == 't';
    return mc_json_skip(json);
}

static bool read_text(mc_json *json, const mc_field *field, mc_slice *value)
{
    if (!mc_json_string(json, value))
        return false;
    if (value->length > field->maximum && characters_in(*value) > field->maximum)
        return unsuitable(json, "the string is too long");
    return true;
}

static bool read_name(mc_json *json, const mc_field *field, uint8_t *index)
{
    mc_slice word;
    if (!mc_json_string(json, &word))
        return false;
    for (*index = 0; field->names[*index]; ++*index)
        if (mc_slice_is(word, field->names[*index]))
            return true;
    return unsuitable(json, "the word is not one of those that are known");
}

static bool read_ostype(mc_json *json, uint32_t *value)
{
    mc_slice text;
    uint8_t characters[4];
    if (!mc_json_string(json, &text))
        return false;
    if (mc_to_macroman(text, characters, sizeof characters) != sizeof characters)
        return unsuitable(json, "four MacRoman characters are expected");
    *value = mc_read_u32(characters);
    return true;
}

/* Stands before the first item or member of what has just been opened, or behind its end: then false. */
static bool stands_before_first(mc_json *json, uint8_t closing)
{
    json->at = mc_json_space(json->at + 1);
    if (*json->at != closing)
        return true;
    json->at++;
    return false;
}

/* The same behind an item or member. */
static bool stands_before_next(mc_json *json, uint8_t closing)
{
    json->at = mc_json_space(json->at);
    if (*json->at++ == closing)
        return false;
    json->at = mc_json_space(json->at);
    return true;
}

static bool expect_array(mc_json *json)
{
    return *json->at == '[' || unsuitable(json, "an array is expected");
}

static bool read_flags(mc_json *json, const mc_field *field, uint16_t *flags)
{
    *flags = 0;
    if (!expect_array(json))
        return false;
    for (bool more = stands_before_first(json, ']'); more; more = stands_before_next(json, ']')) {
        uint8_t index;
        if (!read_name(json, field, &index))
            return false;
        uint16_t flag = (uint16_t)(1u << index);
        if (*flags & flag)
            return unsuitable(json, "a word is given twice");
        *flags |= flag;
    }
    return true;
}

static bool read_array(mc_json *json, const mc_field *field, mc_slice *value)
{
    uint8_t *start = json->at;
    int32_t count = 0;
    if (!expect_array(json))
        return false;
    for (bool more = stands_before_first(json, ']'); more; more = stands_before_next(json, ']')) {
        if (++count > field->maximum)
            return unsuitable(json, "the array has too many items");
        mc_json_skip(json);
    }
    value->bytes = (const char *)start;
    value->length = (uint16_t)(json->at - start);
    return true;
}

static bool read_field(mc_json *json, const mc_field *field, void *slot)
{
    switch (field->kind) {
    case MC_KIND_INTEGER:
        return read_signed(json, field, slot);
    case MC_KIND_UNSIGNED:
        return mc_json_unsigned(json, (uint32_t)field->minimum, (uint32_t)field->maximum, slot);
    case MC_KIND_BOOLEAN:
        return read_boolean(json, slot);
    case MC_KIND_STRING:
        return read_text(json, field, slot);
    case MC_KIND_ENUM:
        return read_name(json, field, slot);
    case MC_KIND_FLAGS:
        return read_flags(json, field, slot);
    case MC_KIND_OSTYPE:
        return read_ostype(json, slot);
    case MC_KIND_OBJECT:
        return mc_json_object(json, field->item, slot);
    case MC_KIND_ARRAY:
        return read_array(json, field, slot);
    }
    return mc_fail_with(json->failure, MC_INTERNAL, "the table of parameters is at fault");
}

/* ---- Objects ---- */

bool mc_json_enter(mc_json *json)
{
    json->at = mc_json_space(json->at);
    return *json->at == '{' || unsuitable(json, "an object is expected");
}

bool mc_json_member(mc_json *json, bool *first, mc_slice *key)
{
    bool more = *first ? stands_before_first(json, '}') : stands_before_next(json, '}');
    *first = false;
    if (!more)
        return false;
    take_string(json, key);
    json->at = mc_json_space(mc_json_space(json->at) + 1);
    return true;
}

static void *slot_of(void *structure, const mc_field *field)
{
    return (uint8_t *)structure + field->offset;
}

static void set_fallback(const mc_field *field, void *slot)
{
    if (field->kind == MC_KIND_INTEGER || field->kind == MC_KIND_UNSIGNED)
        *(int32_t *)slot = field->fallback;
    else if (field->kind == MC_KIND_BOOLEAN || field->kind == MC_KIND_ENUM)
        *(uint8_t *)slot = (uint8_t)field->fallback;
}

static void set_fallbacks(const mc_object *object, void *structure)
{
    memset(structure, 0, object->size);
    for (uint8_t i = 0; i < object->field_count; i++)
        set_fallback(&object->fields[i], slot_of(structure, &object->fields[i]));
}

static bool find_field(const mc_object *object, mc_slice key, uint8_t *index)
{
    for (*index = 0; *index < object->field_count; ++*index)
        if (mc_slice_is(key, object->fields[*index].name))
            return true;
    return false;
}

static bool read_member(mc_json *json, const mc_object *object, mc_slice key, void *structure)
{
    uint32_t *present = structure;
    uint8_t index;
    if (!find_field(object, key, &index))
        return unsuitable(json, "the parameter is unknown");
    if (*present & 1ul << index)
        return unsuitable(json, "the parameter is given twice");
    *present |= 1ul << index;
    return read_field(json, &object->fields[index], slot_of(structure, &object->fields[index]));
}

static bool check_required(mc_json *json, const mc_object *object, uint32_t present)
{
    for (uint8_t i = 0; i < object->field_count; i++) {
        const mc_field *field = &object->fields[i];
        if (field->required && !(present & 1ul << i)) {
            unsuitable(json, "the parameter is missing");
            mc_failure_name(json->failure, field->name, mc_length(field->name));
            return false;
        }
    }
    return true;
}

bool mc_json_object(mc_json *json, const mc_object *object, void *structure)
{
    bool first = true;
    mc_slice key;
    set_fallbacks(object, structure);
    if (!mc_json_enter(json))
        return false;
    while (mc_json_member(json, &first, &key)) {
        if (!read_member(json, object, key, structure)) {
            mc_failure_name(json->failure, key.bytes, key.length);
            return false;
        }
    }
    return check_required(json, object, *(uint32_t *)structure);
}

/* ---- Arrays ---- */

void mc_array_start(mc_array *array, mc_slice text, const mc_object *item, mc_failure *failure)
{
    mc_json_start(&array->json, (uint8_t *)text.bytes, text.length, failure);
    array->item = item;
    array->count = 0;
    array->ended = false;
}

bool mc_array_next(mc_array *array, void *structure)
{
    mc_json *json = &array->json;
    if (!array->ended)
        array->ended = !(array->count ? stands_before_next(json, ']') : stands_before_first(json, ']'));
    if (array->ended)
        return false;
    array->count++;
    return mc_json_object(json, array->item, structure);
}
