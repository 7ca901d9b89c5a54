/*
 * Writes JSON into a buffer of fixed size. What does not fit is left out and remembered in `overflow`; commas are put where
 * they belong. Names are C strings of ours that need no escape.
 */
#ifndef MC_JSON_WRITE_H
#define MC_JSON_WRITE_H

#include "bytes.h"
#include "params.h"

typedef struct mc_writer {
    uint8_t *start;
    uint8_t *at;
    uint8_t *end;
    bool comma; /* the next value follows another one */
    bool overflow;
} mc_writer;

void mc_writer_start(mc_writer *writer, uint8_t *buffer, uint16_t capacity);
uint16_t mc_writer_length(const mc_writer *writer);

/* Bytes that still fit. */
uint16_t mc_writer_room(const mc_writer *writer);

void mc_write_key(mc_writer *writer, const char *name);
void mc_write_open(mc_writer *writer, char bracket); /* '{' or '[' */
void mc_write_close(mc_writer *writer, char bracket); /* '}' or ']' */
void mc_write_unsigned(mc_writer *writer, uint32_t value);
void mc_write_integer(mc_writer *writer, int32_t value);
void mc_write_boolean(mc_writer *writer, bool value);
void mc_write_null(mc_writer *writer);
void mc_write_text(mc_writer *writer, const char *text); /* a C string in ASCII */
void mc_write_macroman(mc_writer *writer, const uint8_t *characters, uint16_t count);
void mc_write_ostype(mc_writer *writer, uint32_t type);

/* Members: a key and its value. */
void mc_member_unsigned(mc_writer *writer, const char *name, uint32_t value);
void mc_member_integer(mc_writer *writer, const char *name, int32_t value);
void mc_member_boolean(mc_writer *writer, const char *name, bool value);
void mc_member_text(mc_writer *writer, const char *name, const char *text);
void mc_member_pascal(mc_writer *writer, const char *name, const uint8_t *string); /* a Pascal string in MacRoman */
void mc_member_ostype(mc_writer *writer, const char *name, uint32_t type);

#endif
