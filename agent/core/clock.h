/* Time, as the Macintosh counts it: mac/timer.c reads its globals, tests turn their own. */
#ifndef MC_CLOCK_H
#define MC_CLOCK_H

#include <stdint.h>

/* Ticks of 1/60 s since the start. */
uint32_t mc_ticks(void);

/* The date: seconds since 1904-01-01 00:00, local time. */
uint32_t mc_date(void);

/* Milliseconds as ticks, of a constant. */
#define MC_TICKS_OF_MS(ms) ((uint32_t)(ms)*60u / 1000u)

/* Ticks as milliseconds: good for 16 days. */
#define MC_MS_OF_TICKS(ticks) ((uint32_t)(ticks)*50u / 3u)

#endif
