/* What the check and the decoding of JSON share: the characters of its text. */
#ifndef MC_JSON_TEXT_H
#define MC_JSON_TEXT_H

#include "bytes.h"

/* What a byte means inside of a string. */
typedef enum mc_byte_class { MC_BYTE_PLAIN, MC_BYTE_QUOTE, MC_BYTE_BACKSLASH, MC_BYTE_CONTROL, MC_BYTE_UTF8 } mc_byte_class;

extern const uint8_t mc_byte_classes[256];

/* The character that the escape at *at (its backslash) stands for; *at is moved behind it. False when it is malformed or half
   of a surrogate pair. */
bool mc_json_escape(const uint8_t **at, uint32_t *character);

/* The first byte from `at` on that is no white space. */
static inline uint8_t *mc_json_space(uint8_t *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
        at++;
    return at;
}

static inline bool mc_is_digit(uint8_t byte)
{
    return (uint8_t)(byte - '0') <= 9;
}

#endif
