/*
 * Reads the JSON of a request. The text is checked first (mc_json_check_member); then parameters are decoded straight into their
 * structure by the generated tables, without looking for faults in the text again. There is no tree in between, and no memory is taken: strings are unescaped
 * where they lie and handed out as slices of the frame.
 *
 * The byte behind the text must be a zero: no valid text contains one outside of an escape, so it ends every loop and
 * no byte needs a check for the end.
 */
#ifndef MC_JSON_READ_H
#define MC_JSON_READ_H

#include "failure.h"

typedef struct mc_json {
    uint8_t *at; /* the next byte */
    const uint8_t *end; /* the zero behind the text */
    uint8_t depth; /* how many objects and arrays are open here */
    mc_failure *failure; /* filled in when a routine returns false */
} mc_json;

/* Starts at the text's first byte; `text[length]` must be zero. */
void mc_json_start(mc_json *json, uint8_t *text, uint16_t length, mc_failure *failure);

/* Whether the text is one JSON value in strict UTF-8 within the limits of depth and string length. Changes nothing. */
bool mc_json_check(mc_json *json);

/* The same for a text that begins with an opening brace, member by member: true with the key of one, standing before its value,
   whose end is given. The value may be read; then `at` is to be set to its end. False behind the last member
   (failure->code is MC_OK) or when something is wrong. */
bool mc_json_check_member(mc_json *json, bool *first, mc_slice *key, uint8_t **end);

/* Enters a checked object; then mc_json_member gives one member after the other: true with its key, standing before its
   value, which must be taken; false at the end (failure->code is MC_OK) or when something is wrong. */
bool mc_json_enter(mc_json *json);
bool mc_json_member(mc_json *json, bool *first, mc_slice *key);

/* Passes over the value at hand. */
bool mc_json_skip(mc_json *json);

/* Values at hand, of one type. False with MC_BAD_PARAMS when it is another one. */
bool mc_json_string(mc_json *json, mc_slice *string);
bool mc_json_unsigned(mc_json *json, uint32_t minimum, uint32_t maximum, uint32_t *value);

/* Decodes the object at hand into the structure that `object` describes. What is absent gets its fallback; unknown,
   doubled, missing and unsuitable members are MC_BAD_PARAMS and named. */
bool mc_json_object(mc_json *json, const mc_object *object, void *structure);

/* Goes through an array that mc_json_object left as text. */
typedef struct mc_array {
    mc_json json;
    const mc_object *item;
    uint16_t count; /* how many have been read */
    bool ended; /* there are no more */
} mc_array;

void mc_array_start(mc_array *array, mc_slice text, const mc_object *item, mc_failure *failure);

/* Decodes the next item: true when there was one; false at the end (`ended`) or when it is unsuitable. */
bool mc_array_next(mc_array *array, void *structure);

/* Whether a slice is the same as a C string. */
bool mc_slice_is(mc_slice slice, const char *text);

#endif
