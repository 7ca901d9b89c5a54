/*
 * A keyboard layout turned round: from a character to the key that makes it (Inside Macintosh: Text, appendix C: "Keyboard-Layout
 * Resource").
 */
#ifndef MC_KCHR_H
#define MC_KCHR_H

#include "bytes.h"

/* A key, with what is held while it is pressed; for a character behind a dead key the one that completes it: applications see the
   dead key never, and the character with the other key's code. */
typedef struct mc_key {
    uint8_t code;
    uint8_t modifiers; /* high byte of an event's modifiers */
} mc_key;

/* Fills `keys` for all characters from a KCHR of at most `size` bytes. A character that no key makes has code 0 and no modifiers:
   programs go by the character. A damaged layout gives what can be read of it. */
void mc_kchr_keys(const uint8_t *kchr, uint32_t size, mc_key keys[256]);

#endif
