/* Text on the Macintosh is MacRoman, one byte a character; text on the wire is UTF-8. */
#ifndef MC_MACROMAN_H
#define MC_MACROMAN_H

#include "bytes.h"
#include "params.h"

enum { MC_NOT_MACROMAN = 0xFFFF };

uint32_t mc_unicode_of_macroman(uint8_t character);

/* False when MacRoman does not have the character. */
bool mc_macroman_of_unicode(uint32_t unicode, uint8_t *character);

/* Converts well-formed UTF-8; returns the number of characters, or MC_NOT_MACROMAN when MacRoman lacks one of them or they
   are more than `capacity`. */
uint16_t mc_to_macroman(mc_slice utf8, uint8_t *macroman, uint16_t capacity);

#endif
