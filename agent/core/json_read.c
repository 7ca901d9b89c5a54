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

/* From the byte behind an opening bracket to behind the closing one; counts the commas between. */
static const uint8_t *behind_bracket(const uint8_t *at, uint16_t *commas)
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
        return behind_bracket(at + 1, &commas);
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
    const uint8_t *at = mc_json_space(json->at + 1);
    bool more = *at != closing;
    json->at = (uint8_t *)(more ? at : at + 1);
    return more;
}

/* The same behind an item or member. */
static bool stands_before_next(mc_json *json, uint8_t closing)
{
    const uint8_t *at = mc_json_space(json->at);
    bool more = *at++ != closing;
    json->at = (uint8_t *)(more ? mc_json_space(at) : at);
    return more;
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

/* Left as text, for mc_array_start. */
static bool read_array(mc_json *json, const mc_field *field, mc_slice *value)
{
    const uint8_t *start = json->at;
    uint16_t commas;
    if (!expect_array(json))
        return false;
    const uint8_t *end = behind_bracket(start + 1, &commas);
    if (commas >= field->maximum)
        return unsuitable(json, "the array has too many items");
    value->bytes = (const char *)start;
    value->length = (uint16_t)(end - start);
    json->at = (uint8_t *)end;
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
    json->at = (uint8_t *)mc_json_space(json->at);
    return *json->at == '{' || unsuitable(json, "an object is expected");
}

bool mc_json_member(mc_json *json, bool *first, mc_slice *key)
{
    bool more = *first ? stands_before_first(json, '}') : stands_before_next(json, '}');
    *first = false;
    if (!more)
        return false;
    take_string(json, key);
    json->at = (uint8_t *)mc_json_space(mc_json_space(json->at) + 1);
    return true;
}

static void *slot_of(void *structure, const mc_field *field)
{
    return (uint8_t *)structure + field->offset;
}

/* Of numbers, booleans and words; zero needs no more than the clearing. */
static void set_fallbacks(const mc_object *object, void *structure)
{
    memset(structure, 0, object->size);
    for (uint8_t i = 0; i < object->field_count; i++) {
        const mc_field *field = &object->fields[i];
        if (!field->fallback)
            continue;
        if (field->kind == MC_KIND_INTEGER || field->kind == MC_KIND_UNSIGNED)
            *(int32_t *)slot_of(structure, field) = field->fallback;
        else
            *(uint8_t *)slot_of(structure, field) = (uint8_t)field->fallback;
    }
}

static const mc_field *find_field(const mc_object *object, mc_slice key, uint32_t *bit)
{
    const mc_field *field = object->fields;
    *bit = 1;
    for (uint8_t left = object->field_count; left > 0; left--, field++, *bit <<= 1)
        if (mc_slice_is(key, field->name))
            return field;
    return NULL;
}

static bool read_member(mc_json *json, const mc_object *object, mc_slice key, void *structure)
{
    uint32_t *present = structure;
    uint32_t bit;
    const mc_field *field = find_field(object, key, &bit);
    if (!field)
        return unsuitable(json, "the parameter is unknown");
    if (*present & bit)
        return unsuitable(json, "the parameter is given twice");
    *present |= bit;
    return read_field(json, field, slot_of(structure, field));
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
