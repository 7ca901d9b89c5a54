/* Time in ticks of 1/60 s, as the Macintosh counts it: mac/timer.c reads its tick count, tests turn their own. */
#ifndef MC_CLOCK_H
#define MC_CLOCK_H

#include <stdint.h>

uint32_t mc_ticks(void);

/* Milliseconds as ticks, of a constant. */
#define MC_TICKS_OF_MS(ms) ((uint32_t)(ms)*60u / 1000u)

#endif
