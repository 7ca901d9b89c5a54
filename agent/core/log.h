/*
 * The agent's log: lines `HH:MM:SS.mmm LEVEL category: message`. Memory holds the last MC_LOG_LINES of them; mac/log_file.c takes
 * them to the disk, the event log.line to whoever asked for it.
 */
#ifndef MC_LOG_H
#define MC_LOG_H

#include "bytes.h"
#include "generated/protocol.h"

enum {
    MC_LOG_LINES = 200,
    MC_LOG_LINE_BYTES = 200 /* longest line; what is longer is cut */
};

/* Writes a line when its level is logged. `format` is printable ASCII without quotes and backslashes; in it: %s a C string, %P a Pascal
   string, %S a mc_slice * (UTF-8), %u uint32_t, %d int32_t, %t an OSType as uint32_t, %% a per cent sign. Not at interrupt time. Never
   give it a token, typed text, clipboard contents. */
void mc_log(mc_log_level level, mc_log_category category, const char *format, ...);

/* Whether a line of this level would be written: spares the making of what goes into it. */
bool mc_log_wants(mc_log_level level);

void mc_log_use_level(mc_log_level level);
mc_log_level mc_log_get_level(void);

/* Lines are numbered from 1 on. The number of the newest; 0: there is none. */
uint32_t mc_log_newest(void);

/* The number of the oldest that memory holds; one more than the newest when it holds none. */
uint32_t mc_log_oldest(void);

/* The line of a number, in MacRoman without an end; false when memory no longer (or not yet) holds it. */
typedef struct mc_log_line {
    mc_log_level level;
    mc_log_category category;
    uint16_t length;
    uint16_t json_length; /* bytes that it takes as a JSON string, quotes included */
    const uint8_t *text;
} mc_log_line;

bool mc_log_get(uint32_t number, mc_log_line *line);

/* Takes the memory that the lines are kept in, once; until then lines are dropped. */
void mc_log_init(uint8_t *memory, uint32_t size);

#endif
