#include "backoff.h"
#include "clock.h"

enum {
    FIRST_TICKS = 60,
    MOST_TICKS = 60 * 60,
    MOST_FAILURES = 7 /* counted: then it is a minute anyway */
};

void mc_backoff_reset(mc_backoff *backoff)
{
    backoff->failures = 0;
    backoff->next = mc_ticks();
}

void mc_backoff_failed(mc_backoff *backoff)
{
    uint32_t pause = (uint32_t)FIRST_TICKS << backoff->failures;
    if (backoff->failures < MOST_FAILURES)
        backoff->failures++;
    backoff->next = mc_ticks() + (pause < MOST_TICKS ? pause : MOST_TICKS);
}

bool mc_backoff_is_over(const mc_backoff *backoff)
{
    return (int32_t)(mc_ticks() - backoff->next) >= 0;
}
