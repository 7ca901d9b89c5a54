#include "LowMem.h"
#include "clock.h"

uint32_t mc_ticks(void)
{
    return LMTicks;
}

uint32_t mc_date(void)
{
    return LMTime;
}
