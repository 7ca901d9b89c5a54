/* Numbers in decimal. */
#ifndef MC_DECIMAL_H
#define MC_DECIMAL_H

#include <stdint.h>

enum { MC_DECIMAL_DIGITS = 10 }; /* of the largest uint32_t */

/* Writes the digits of a number, without leading zeros; returns how many. */
uint8_t mc_decimal(uint32_t value, char *digits);

#endif
