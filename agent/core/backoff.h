/* How long to wait before what has failed is tried again: a second, then each time twice as long, a minute at most. */
#ifndef MC_BACKOFF_H
#define MC_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mc_backoff {
    uint32_t next; /* in ticks */
    uint8_t failures; /* one after the other */
} mc_backoff;

/* It went well, or is tried for the first time: again at once. */
void mc_backoff_reset(mc_backoff *backoff);

void mc_backoff_failed(mc_backoff *backoff);

bool mc_backoff_is_over(const mc_backoff *backoff);

#endif
