#include "report.h"

/* "what 0123abcd" as a Pascal string; no division, so that a broken one cannot hide. */
static void line(uint8_t *text, const char *what, uint32_t value)
{
    uint8_t length = 0;

    while (*what)
        text[++length] = (uint8_t)*what++;
    text[++length] = ' ';
    for (int shift = 28; shift >= 0; shift -= 4)
        text[++length] = (uint8_t)"0123456789abcdef"[value >> shift & 15];
    text[0] = length;
}

#ifdef __m68k__

/* DebugStr, the one trap that takes a text and needs nothing set up. */
static void show(const uint8_t *text)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.word 0xABFF" : : "g"(text) : "d0", "d1", "d2", "a0", "a1", "cc", "memory");
}

#else

#include <stdio.h>

void mc_main(void);

static void show(const uint8_t *text)
{
    printf("%.*s\n", text[0], (const char *)text + 1);
}

int main(void)
{
    mc_main();
    return 0;
}

#endif

void report(const char *what, uint32_t value)
{
    uint8_t text[64];

    line(text, what, value);
    show(text);
}
