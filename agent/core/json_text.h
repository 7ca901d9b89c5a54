/* What the files that read JSON (json_check.c, json_scan.c, json_read.c) need of each other. */
#ifndef MC_JSON_TEXT_H
#define MC_JSON_TEXT_H

#include "json_read.h"

/* What a byte means inside of a string. */
typedef enum mc_byte_class { MC_BYTE_PLAIN = 0, MC_BYTE_QUOTE, MC_BYTE_BACKSLASH, MC_BYTE_CONTROL, MC_BYTE_UTF8 } mc_byte_class;

extern const uint8_t mc_byte_classes[256];

/* The first byte from `at` on that is not plain. Four instructions a byte. */
static inline __attribute__((always_inline)) const uint8_t *mc_json_plain(const uint8_t *at)
{
    while (!mc_byte_classes[*at++])
        ;
    return at - 1;
}

/* The character that the escape at *at (its backslash) stands for; *at is moved behind it. False when it is malformed or half
   of a surrogate pair. */
bool mc_json_escape(const uint8_t **at, uint32_t *character);

/* The first byte from `at` on that is no white space. Most often that is the first one: only the rest is worth a call. */
const uint8_t *mc_json_past_space(const uint8_t *at);

static inline __attribute__((always_inline)) const uint8_t *mc_json_space(const uint8_t *at)
{
    return *at > ' ' ? at : mc_json_past_space(at);
}

/* From the byte behind an opening bracket to behind the closing one, in checked text; counts the commas between. */
const uint8_t *mc_json_behind_bracket(const uint8_t *at, uint16_t *commas);

/* The sign and magnitude of the number at hand; MC_BAD_PARAMS when it is no whole number, or none of 32 bits. */
bool mc_json_integer(mc_json *json, bool *negative, uint32_t *magnitude);

/* Records MC_BAD_PARAMS; always false. */
bool mc_json_unsuitable(mc_json *json, const char *message);

static inline bool mc_is_digit(uint8_t byte)
{
    return (uint8_t)(byte - '0') <= 9;
}

#endif
