/*
 * The lines lie one behind the other in a ring of bytes, each in one piece; where a line does not fit before the end, the ring
 * goes on at its start. The oldest give way.
 */
#include "log.h"
#include "clock.h"
#include "decimal.h"
#include "macroman.h"
#include "utf8.h"

#include <stdarg.h>

typedef struct entry {
    uint32_t offset; /* in the ring */
    uint16_t json_length;
    uint8_t length;
    uint8_t level;
    uint8_t category;
} entry;

_Static_assert(MC_LOG_LINE_BYTES <= 0xFF, "a line's length is kept in a byte");

static struct {
    uint8_t *memory;
    uint32_t size;
    uint32_t end; /* where the next line goes */
    uint32_t newest;
    uint16_t count;
    uint16_t slot; /* of the newest line; the one before it lies in the slot before */
    entry entries[MC_LOG_LINES];
} ring;

static mc_log_level logged = MC_LOG_LEVEL_INFO; /* apart from the rest, which so takes no room in the file */

void mc_log_init(uint8_t *memory, uint32_t size)
{
    ring.memory = size >= MC_LOG_LINE_BYTES ? memory : NULL;
    ring.size = size;
    ring.end = 0;
    ring.newest = 0;
    ring.count = 0;
}

void mc_log_use_level(mc_log_level level)
{
    logged = level;
}

mc_log_level mc_log_get_level(void)
{
    return logged;
}

bool mc_log_wants(mc_log_level level)
{
    return ring.memory && level <= logged;
}

uint32_t mc_log_newest(void)
{
    return ring.newest;
}

uint32_t mc_log_oldest(void)
{
    return ring.newest - ring.count + 1;
}

/* Of a line that memory holds. (A remainder would cost a 68000 more than all the rest of finding it.) */
static entry *entry_of(uint32_t number)
{
    uint16_t back = (uint16_t)(ring.newest - number);
    return &ring.entries[ring.slot >= back ? ring.slot - back : ring.slot + MC_LOG_LINES - back];
}

bool mc_log_get(uint32_t number, mc_log_line *line)
{
    if (number - mc_log_oldest() >= ring.count)
        return false;
    const entry *entry = entry_of(number);
    line->level = (mc_log_level)entry->level;
    line->category = (mc_log_category)entry->category;
    line->length = entry->length;
    line->json_length = entry->json_length;
    line->text = ring.memory + entry->offset;
    return true;
}

/* ---- Storing ---- */

static uint32_t oldest_offset(void)
{
    return entry_of(mc_log_oldest())->offset;
}

/* The lines that lie where the next `length` bytes go are the oldest ones. */
static void make_room(uint8_t length)
{
    if (ring.count == MC_LOG_LINES)
        ring.count--;
    if (ring.size - ring.end < length) {
        while (ring.count && oldest_offset() >= ring.end)
            ring.count--;
        ring.end = 0;
    }
    while (ring.count && oldest_offset() >= ring.end && oldest_offset() - ring.end < length)
        ring.count--;
}

static void store(mc_log_level level, mc_log_category category, const uint8_t *text, uint8_t length, uint16_t json_length)
{
    make_room(length);
    ring.newest++;
    ring.slot = ring.slot + 1 < MC_LOG_LINES ? ring.slot + 1 : 0;
    ring.entries[ring.slot] = (entry){ring.end, json_length, length, (uint8_t)level, (uint8_t)category};
    ring.count++;
    memcpy(ring.memory + ring.end, text, length);
    ring.end += length;
}

/* ---- Writing ---- */

typedef struct line {
    uint8_t length;
    uint16_t json_length;
    uint8_t text[MC_LOG_LINE_BYTES];
} line;

/* What is no letter or digit: a control character would end the line, or hide what follows. Some take more than a byte of JSON. */
static uint8_t as_special(line *line, uint8_t character)
{
    if (character < 0x20 || character == 0x7F)
        return '.';
    if (character >= 0x80)
        line->json_length = (uint16_t)(line->json_length + mc_utf8_size(mc_unicode_of_macroman(character)) - 1);
    else if (character == '"' || character == '\\')
        line->json_length++;
    return character;
}

/* Where as many characters go as there is room for. */
static uint8_t *extend(line *line, size_t *count)
{
    uint8_t *end = line->text + line->length;
    size_t room = (size_t)(MC_LOG_LINE_BYTES - line->length);
    if (*count > room)
        *count = room;
    line->length = (uint8_t)(line->length + *count);
    line->json_length = (uint16_t)(line->json_length + *count);
    return end;
}

static void put_macroman(line *line, const uint8_t *characters, size_t count)
{
    uint8_t *to = extend(line, &count);
    for (const uint8_t *end = characters + count; characters != end; characters++) {
        uint8_t character = *characters;
        if ((character < 'a' || character > 'z') && (character < '0' || character > '9') && character != ' ')
            character = as_special(line, character);
        *to++ = character;
    }
}

/* Our own words, nothing special among them: most of what is logged, in the fastest way. */
static void put_words(line *line, const void *words, size_t count)
{
    uint8_t *to = extend(line, &count);
    memcpy(to, words, count);
}

static void put(line *line, uint8_t character)
{
    put_macroman(line, &character, 1);
}

static void put_text(line *line, const char *text)
{
    put_macroman(line, (const uint8_t *)text, mc_length(text));
}

/* A character that the Macintosh does not have is a question mark. */
static void put_slice(line *line, const mc_slice *slice)
{
    const uint8_t *at = (const uint8_t *)slice->bytes;
    const uint8_t *end = at + slice->length;
    while (at < end && line->length < MC_LOG_LINE_BYTES) {
        uint8_t character = *at;
        if (character < 0x80)
            at++;
        else if (!mc_macroman_of_unicode(mc_utf8_take(&at), &character))
            character = '?';
        put(line, character);
    }
}

static void put_decimal(line *line, uint32_t value)
{
    char digits[MC_DECIMAL_DIGITS];
    put_words(line, digits, mc_decimal(value, digits));
}

static void put_signed(line *line, int32_t value)
{
    if (value < 0)
        put(line, '-');
    put_decimal(line, value < 0 ? 0 - (uint32_t)value : (uint32_t)value);
}

static void put_ostype(line *line, uint32_t type)
{
    uint8_t characters[4];
    mc_write_u32(characters, type);
    put_macroman(line, characters, sizeof characters);
}

static void write_padded(uint8_t *to, uint16_t value, uint8_t digits)
{
    while (digits-- > 0) {
        to[digits] = (uint8_t)('0' + value % 10);
        value /= 10;
    }
}

static void write_time_of_day(uint8_t *to, uint32_t date)
{
    uint32_t minutes = date / 60;
    write_padded(to, (uint16_t)(minutes / 60 % 24), 2);
    write_padded(to + 3, (uint16_t)(minutes % 60), 2);
    write_padded(to + 6, (uint16_t)(date % 60), 2);
}

/* The Macintosh keeps seconds and ticks apart. Where in a second the date advances is narrowed down with each line. The time of day,
   which takes divisions, is made once a second. */
static void put_time(line *line)
{
    static uint32_t second, began; /* a second, and the tick in which it began as far as is known */
    static uint8_t text[] = "00:00:00.000 ";
    uint32_t date = mc_date(), now = mc_ticks();
    bool set_back = date < second;
    if (date != second)
        write_time_of_day(text, date);
    began += (date - second) * 60;
    second = date;
    if (set_back || (int32_t)(now - began) < 0)
        began = now;
    if (now - began > 59)
        began = now - 59;
    uint16_t thirds = (uint16_t)((uint16_t)(now - began) * 50u); /* of milliseconds */
    write_padded(text + 9, thirds / 3u, 3);
    put_words(line, text, sizeof text - 1);
}

static void put_level(line *line, mc_log_level level)
{
    const char *name = mc_word(mc_log_level_names, level);
    size_t count = mc_length(name);
    for (uint8_t *to = extend(line, &count); count > 0; count--)
        *to++ = (uint8_t)(*name++ - 'a' + 'A');
}

/* Up to the next conversion or the end, which is returned. */
static const char *put_format(line *line, const char *format)
{
    const char *end = format;
    while (*end && *end != '%')
        end++;
    put_words(line, format, (size_t)(end - format));
    return end;
}

/* One conversion; what it takes comes from the arguments. */
static void put_argument(line *line, char conversion, va_list *arguments)
{
    const uint8_t *pascal;
    switch (conversion) {
    case 's':
        put_text(line, va_arg(*arguments, const char *));
        break;
    case 'P':
        pascal = va_arg(*arguments, const uint8_t *);
        put_macroman(line, pascal + 1, pascal[0]);
        break;
    case 'S':
        put_slice(line, va_arg(*arguments, const mc_slice *));
        break;
    case 'u':
        put_decimal(line, va_arg(*arguments, uint32_t));
        break;
    case 'd':
        put_signed(line, va_arg(*arguments, int32_t));
        break;
    case 't':
        put_ostype(line, va_arg(*arguments, uint32_t));
        break;
    default:
        put(line, (uint8_t)conversion);
    }
}

void mc_log(mc_log_level level, mc_log_category category, const char *format, ...)
{
    static line line;
    va_list arguments;
    if (!mc_log_wants(level))
        return;
    line.length = 0;
    line.json_length = 2;
    put_time(&line);
    put_level(&line, level);
    put_words(&line, " ", 1);
    const char *name = mc_word(mc_log_category_names, category);
    put_words(&line, name, mc_length(name));
    put_words(&line, ": ", 2);
    va_start(arguments, format);
    while (*(format = put_format(&line, format)) && *++format)
        put_argument(&line, *format++, &arguments);
    va_end(arguments);
    store(level, category, line.text, line.length, line.json_length);
}
