/* Parameters by the generated tables. */
#include "json_read.h"
#include "json_text.h"
#include "macroman.h"

const char *mc_word(const char *words, uint8_t index)
{
    while (index-- > 0)
        words += mc_length(words) + 1;
    return words;
}

static uint16_t characters_in(mc_slice string)
{
    uint16_t count = 0;
    for (uint16_t i = 0; i < string.length; i++)
        if (((uint8_t)string.bytes[i] & 0xC0) != 0x80)
            count++;
    return count;
}

static bool read_signed(mc_json *json, const mc_type *type, int32_t *value)
{
    bool negative;
    uint32_t magnitude;
    if (!mc_json_integer(json, &negative, &magnitude))
        return false;
    if (magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu))
        return mc_json_unsuitable(json, "the number is out of range");
    *value = (int32_t)(negative ? 0 - magnitude : magnitude);
    if (*value < type->minimum || *value > type->maximum)
        return mc_json_unsuitable(json, "the number is out of range");
    return true;
}

/* ---- Values of parameters ---- */

static bool read_boolean(mc_json *json, uint8_t *value)
{
    if (*json->at != 't' && *json->at != 'f')
        return mc_json_unsuitable(json, "true or false is expected");
    *value = *json->at == 't';
    return mc_json_skip(json);
}

static bool read_text(mc_json *json, const mc_type *type, mc_slice *value)
{
    if (!mc_json_string(json, value))
        return false;
    if (value->length > type->maximum && characters_in(*value) > type->maximum)
        return mc_json_unsuitable(json, "the string is too long");
    return true;
}

static bool read_name(mc_json *json, const mc_type *type, uint8_t *index)
{
    mc_slice word;
    if (!mc_json_string(json, &word))
        return false;
    const char *known = type->of.words;
    for (*index = 0; *known; ++*index, known = mc_word(known, 1))
        if (mc_slice_is(word, known))
            return true;
    return mc_json_unsuitable(json, "the word is not one of those that are known");
}

static bool read_ostype(mc_json *json, uint32_t *value)
{
    mc_slice text;
    uint8_t characters[4];
    if (!mc_json_string(json, &text))
        return false;
    if (mc_to_macroman(text, characters, sizeof characters) != sizeof characters)
        return mc_json_unsuitable(json, "four MacRoman characters are expected");
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
    return *json->at == '[' || mc_json_unsuitable(json, "an array is expected");
}

static bool read_flags(mc_json *json, const mc_type *type, uint16_t *flags)
{
    *flags = 0;
    if (!expect_array(json))
        return false;
    for (bool more = stands_before_first(json, ']'); more; more = stands_before_next(json, ']')) {
        uint8_t index;
        if (!read_name(json, type, &index))
            return false;
        uint16_t flag = (uint16_t)(1u << index);
        if (*flags & flag)
            return mc_json_unsuitable(json, "a word is given twice");
        *flags |= flag;
    }
    return true;
}

/* Left as text, for mc_array_start. */
static bool read_array(mc_json *json, const mc_type *type, mc_slice *value)
{
    const uint8_t *start = json->at;
    uint16_t commas;
    if (!expect_array(json))
        return false;
    const uint8_t *end = mc_json_behind_bracket(start + 1, &commas);
    if (commas >= type->maximum)
        return mc_json_unsuitable(json, "the array has too many items");
    value->bytes = (const char *)start;
    value->length = (uint16_t)(end - start);
    json->at = (uint8_t *)end;
    return true;
}

static bool read_value(mc_json *json, const mc_type *type, void *slot)
{
    switch (type->kind) {
    case MC_KIND_INTEGER:
        return read_signed(json, type, slot);
    case MC_KIND_UNSIGNED:
        return mc_json_unsigned(json, (uint32_t)type->minimum, (uint32_t)type->maximum, slot);
    case MC_KIND_BOOLEAN:
        return read_boolean(json, slot);
    case MC_KIND_STRING:
        return read_text(json, type, slot);
    case MC_KIND_ENUM:
        return read_name(json, type, slot);
    case MC_KIND_FLAGS:
        return read_flags(json, type, slot);
    case MC_KIND_OSTYPE:
        return read_ostype(json, slot);
    case MC_KIND_OBJECT:
        return mc_json_object(json, type->of.item, slot);
    case MC_KIND_ARRAY:
        return read_array(json, type, slot);
    }
    return mc_fail_with(json->failure, MC_INTERNAL, "the table of parameters is at fault");
}

/* ---- Objects ---- */

bool mc_json_enter(mc_json *json)
{
    json->at = (uint8_t *)mc_json_space(json->at);
    return *json->at == '{' || mc_json_unsuitable(json, "an object is expected");
}

bool mc_json_member(mc_json *json, bool *first, mc_slice *key)
{
    bool more = *first ? stands_before_first(json, '}') : stands_before_next(json, '}');
    *first = false;
    if (!more)
        return false;
    mc_json_string(json, key);
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
        const mc_field *field = &mc_fields[object->first + i];
        const mc_type *type = mc_type_of(field);
        if (!type->fallback)
            continue;
        if (type->kind == MC_KIND_INTEGER || type->kind == MC_KIND_UNSIGNED)
            *(int32_t *)slot_of(structure, field) = type->fallback;
        else
            *(uint8_t *)slot_of(structure, field) = (uint8_t)type->fallback;
    }
}

static const mc_field *find_field(const mc_object *object, mc_slice key, uint32_t *bit)
{
    const mc_field *field = &mc_fields[object->first];
    *bit = 1;
    for (uint8_t left = object->field_count; left > 0; left--, field++, *bit <<= 1)
        if (mc_slice_is(key, mc_field_name(field)))
            return field;
    return NULL;
}

static bool read_member(mc_json *json, const mc_object *object, mc_slice key, void *structure)
{
    uint32_t *present = structure;
    uint32_t bit;
    const mc_field *field = find_field(object, key, &bit);
    if (!field)
        return mc_json_unsuitable(json, "the parameter is unknown");
    if (*present & bit)
        return mc_json_unsuitable(json, "the parameter is given twice");
    *present |= bit;
    return read_value(json, mc_type_of(field), slot_of(structure, field));
}

static bool check_required(mc_json *json, const mc_object *object, uint32_t present)
{
    for (uint8_t i = 0; i < object->field_count; i++) {
        const mc_field *field = &mc_fields[object->first + i];
        if (field->type & MC_REQUIRED && !(present & 1ul << i)) {
            const char *name = mc_field_name(field);
            mc_json_unsuitable(json, "the parameter is missing");
            mc_failure_name(json->failure, name, mc_length(name));
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
