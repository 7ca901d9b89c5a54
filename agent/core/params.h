/*
 * How the parameters of a request are described. The tables themselves are generated from protocol/schema
 * (generated/protocol.c), so that the check of a request and its documentation cannot drift apart.
 */
#ifndef MC_PARAMS_H
#define MC_PARAMS_H

#include <stdint.h>

/* Bytes in somebody else's buffer; not terminated by a zero. */
typedef struct mc_slice {
    const char *bytes;
    uint16_t length;
} mc_slice;

typedef enum mc_kind {
    MC_KIND_INTEGER, /* int32_t, within minimum and maximum */
    MC_KIND_UNSIGNED, /* uint32_t, within minimum and maximum (read as uint32_t) */
    MC_KIND_BOOLEAN, /* uint8_t, 0 or 1 */
    MC_KIND_STRING, /* mc_slice, unescaped UTF-8, at most maximum characters */
    MC_KIND_ENUM, /* uint8_t, an index into names */
    MC_KIND_FLAGS, /* uint16_t, bit n set when names[n] is in the array */
    MC_KIND_OSTYPE, /* uint32_t, four MacRoman characters */
    MC_KIND_OBJECT, /* a structure of its own, described by item */
    MC_KIND_ARRAY /* mc_slice of the checked JSON text of the array; at most maximum items, each read with item */
} mc_kind;

/* What values a field can have. Fields of many methods share one. */
typedef struct mc_type {
    mc_kind kind;
    int32_t minimum;
    int32_t maximum;
    int32_t fallback; /* value of a number, boolean or enum that is absent */
    union {
        const char *words; /* of an enum or flags (mc_word) */
        const struct mc_object *item; /* of an object, and of each item of an array */
    } of;
} mc_type;
extern const mc_type mc_types[];

typedef struct mc_field {
    uint16_t name; /* where it begins in mc_names */
    uint8_t type; /* index into mc_types, and MC_REQUIRED */
    uint8_t offset; /* of the value in the structure */
} mc_field;
enum { MC_REQUIRED = 0x80 };
extern const mc_field mc_fields[];

/* Bit n of the structure's first member, `uint32_t present`, is set when field n was given. */
typedef struct mc_object {
    uint8_t first; /* field: index into mc_fields */
    uint8_t field_count;
    uint16_t size; /* of the structure, in bytes */
} mc_object;

/* What an operation does to the guest; the tier decides whether it may. */
typedef enum mc_effect { MC_EFFECT_NONE, MC_EFFECT_READ, MC_EFFECT_WRITE, MC_EFFECT_DESTRUCTIVE } mc_effect;

struct mc_request;

typedef struct mc_method {
    void (*handle)(struct mc_request *request, const void *params);
    uint16_t name; /* where it begins in mc_names */
    mc_effect effect;
    mc_object params;
} mc_method;

/* Names of methods and fields, as they stand behind each other. */
extern const char mc_names[];

/* Words that stand behind each other, each ended by a zero and the last one by two: the one at an index that is there. */
const char *mc_word(const char *words, uint8_t index);

static inline const char *mc_method_name(const mc_method *method)
{
    return mc_names + method->name;
}

static inline const char *mc_field_name(const mc_field *field)
{
    return mc_names + field->name;
}

static inline const mc_type *mc_type_of(const mc_field *field)
{
    return &mc_types[field->type & ~MC_REQUIRED];
}

#endif
