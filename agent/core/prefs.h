/* The agent's preferences file: lines `key = value` in MacRoman, ended by CR, LF or both. */
#ifndef MC_PREFS_H
#define MC_PREFS_H

#include "bytes.h"
#include "generated/protocol.h"

enum { MC_TOKEN_BYTES = 64 };

typedef struct mc_prefs {
    mc_tier tier;
    uint16_t port;
    uint16_t dial_port; /* 0: it listens */
    uint32_t dial_address; /* dotted: the first number is the highest byte */
    mc_log_level log_level;
    bool watchdog_modem; /* stalls are written to the modem port, too */
    uint8_t token_length; /* 0: nobody is let in */
    uint8_t token[MC_TOKEN_BYTES];
} mc_prefs;

/* What holds without a file: disabled. */
void mc_prefs_default(mc_prefs *prefs);

/* Takes what the text says over the defaults. A line that is not understood changes nothing, but a tier that is not known
   is `disabled`: a word that we do not know is not consent. */
void mc_prefs_parse(mc_prefs *prefs, const uint8_t *text, uint16_t length);

/* Whether somebody who says this token (in MacRoman) may come in. Takes the same time wherever the two differ. */
bool mc_prefs_admits(const mc_prefs *prefs, const uint8_t *token, uint16_t length);

#endif
