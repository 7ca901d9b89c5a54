/* What the check and the decoding of JSON share: the characters of its text. */
#ifndef MC_JSON_TEXT_H
#define MC_JSON_TEXT_H

#include "bytes.h"

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

static inline bool mc_is_digit(uint8_t byte)
{
    return (uint8_t)(byte - '0') <= 9;
}

#endif
