#include "decimal.h"

/* By subtraction: at most nine a digit, no more work than the 32-bit division that a 68000 does not have. */
uint8_t mc_decimal(uint32_t value, char *digits)
{
    static const uint32_t powers[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
    const uint32_t *power = powers;
    const uint32_t *last = powers + MC_DECIMAL_DIGITS - 1;
    char *at = digits;
    if (value < 10000) /* as nearly all are: the search for the first digit begins near it */
        power += 6;
    while (power < last && value < *power)
        power++;
    for (; power <= last; power++) {
        char digit = '0';
        while (value >= *power) {
            value -= *power;
            digit++;
        }
        *at++ = digit;
    }
    return (uint8_t)(at - digits);
}
