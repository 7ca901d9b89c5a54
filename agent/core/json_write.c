#include "json_write.h"
#include "decimal.h"
#include "macroman.h"
#include "utf8.h"

void mc_writer_start(mc_writer *writer, uint8_t *buffer, uint16_t capacity)
{
    writer->start = buffer;
    writer->at = buffer;
    writer->end = buffer + capacity;
    writer->comma = false;
    writer->overflow = false;
}

uint16_t mc_writer_length(const mc_writer *writer)
{
    return (uint16_t)(writer->at - writer->start);
}

uint16_t mc_writer_room(const mc_writer *writer)
{
    return (uint16_t)(writer->end - writer->at);
}

static void put(mc_writer *writer, char byte)
{
    if (writer->at < writer->end)
        *writer->at++ = (uint8_t)byte;
    else
        writer->overflow = true;
}

/* Looks at the end once, not for each byte. */
static void put_bytes(mc_writer *writer, const char *bytes, uint16_t count)
{
    uint8_t *at = writer->at;
    if (count > writer->end - at) {
        writer->overflow = true;
        return;
    }
    for (; count > 0; count--)
        *at++ = (uint8_t)*bytes++;
    writer->at = at;
}

static void put_all(mc_writer *writer, const char *text)
{
    put_bytes(writer, text, (uint16_t)mc_length(text));
}

static void begin_value(mc_writer *writer)
{
    if (writer->comma)
        put(writer, ',');
    writer->comma = true;
}

/* The most frequent routine of all when something is listed: in one piece. */
void mc_write_key(mc_writer *writer, const char *name)
{
    uint8_t *at = writer->at;
    const uint8_t *end = writer->end - 3; /* for what follows the name */
    if (writer->comma && at < end)
        *at++ = ',';
    if (at < end)
        *at++ = '"';
    while (*name && at < end)
        *at++ = (uint8_t)*name++;
    if (at >= end) {
        writer->overflow = true;
        return;
    }
    *at++ = '"';
    *at++ = ':';
    writer->at = at;
    writer->comma = false;
}

void mc_write_open(mc_writer *writer, char bracket)
{
    begin_value(writer);
    put(writer, bracket);
    writer->comma = false;
}

void mc_write_close(mc_writer *writer, char bracket)
{
    put(writer, bracket);
    writer->comma = true;
}

static void put_decimal(mc_writer *writer, uint32_t value)
{
    char digits[MC_DECIMAL_DIGITS];
    put_bytes(writer, digits, mc_decimal(value, digits));
}

void mc_write_unsigned(mc_writer *writer, uint32_t value)
{
    begin_value(writer);
    put_decimal(writer, value);
}

void mc_write_integer(mc_writer *writer, int32_t value)
{
    begin_value(writer);
    if (value < 0)
        put(writer, '-');
    put_decimal(writer, value < 0 ? 0 - (uint32_t)value : (uint32_t)value);
}

void mc_write_boolean(mc_writer *writer, bool value)
{
    begin_value(writer);
    put_all(writer, value ? "true" : "false");
}

void mc_write_null(mc_writer *writer)
{
    begin_value(writer);
    put_all(writer, "null");
}

static void put_escape(mc_writer *writer, uint8_t byte)
{
    static const char hex[] = "0123456789abcdef";
    put_all(writer, "\\u00");
    put(writer, hex[byte >> 4]);
    put(writer, hex[byte & 0xF]);
}

static void put_character(mc_writer *writer, uint8_t character)
{
    if (character < 0x20 || character == 0x7F) {
        put_escape(writer, character);
    } else if (character < 0x80) {
        if (character == '"' || character == '\\')
            put(writer, '\\');
        put(writer, (char)character);
    } else {
        uint8_t utf8[4];
        put_bytes(writer, (const char *)utf8, mc_utf8_put(utf8, mc_unicode_of_macroman(character)));
    }
}

/* How many characters from `at` on stand for themselves. */
static uint16_t plain_length(const uint8_t *at, uint16_t count)
{
    uint16_t length = 0;
    while (length < count && *at >= 0x20 && *at < 0x7F && *at != '"' && *at != '\\') {
        length++;
        at++;
    }
    return length;
}

void mc_write_macroman(mc_writer *writer, const uint8_t *characters, uint16_t count)
{
    begin_value(writer);
    put(writer, '"');
    while (count > 0) {
        uint16_t plain = plain_length(characters, count);
        put_bytes(writer, (const char *)characters, plain);
        characters += plain;
        count = (uint16_t)(count - plain);
        if (count > 0) {
            put_character(writer, *characters++);
            count--;
        }
    }
    put(writer, '"');
}

void mc_write_text(mc_writer *writer, const char *text)
{
    mc_write_macroman(writer, (const uint8_t *)text, (uint16_t)mc_length(text));
}

void mc_write_ostype(mc_writer *writer, uint32_t type)
{
    uint8_t characters[4];
    mc_write_u32(characters, type);
    mc_write_macroman(writer, characters, sizeof characters);
}

void mc_member_unsigned(mc_writer *writer, const char *name, uint32_t value)
{
    mc_write_key(writer, name);
    mc_write_unsigned(writer, value);
}

void mc_member_integer(mc_writer *writer, const char *name, int32_t value)
{
    mc_write_key(writer, name);
    mc_write_integer(writer, value);
}

void mc_member_boolean(mc_writer *writer, const char *name, bool value)
{
    mc_write_key(writer, name);
    mc_write_boolean(writer, value);
}

void mc_member_text(mc_writer *writer, const char *name, const char *text)
{
    mc_write_key(writer, name);
    mc_write_text(writer, text);
}

void mc_member_pascal(mc_writer *writer, const char *name, const uint8_t *string)
{
    mc_write_key(writer, name);
    mc_write_macroman(writer, string + 1, string[0]);
}

void mc_member_ostype(mc_writer *writer, const char *name, uint32_t type)
{
    mc_write_key(writer, name);
    mc_write_ostype(writer, type);
}
