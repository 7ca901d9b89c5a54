/* Time Manager (Inside Macintosh: Processes, chapter 3). */
#ifndef MC_TOOLBOX_TIMER_H
#define MC_TOOLBOX_TIMER_H

#include "MacTypes.h"

typedef struct TMTask {
    struct TMTask *qLink;
    int16_t qType;
    ProcPtr tmAddr;
    int32_t tmCount;
    int32_t tmWakeUp;
    int32_t tmReserved;
} TMTask;
_Static_assert(sizeof(TMTask) == 22, "TMTask");

static inline void InsTime(TMTask *task)
{
    register TMTask *a0 __asm__("a0") = task;
    __asm__ volatile(".short 0xA058" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

static inline void RmvTime(TMTask *task)
{
    register TMTask *a0 __asm__("a0") = task;
    __asm__ volatile(".short 0xA059" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

/* In milliseconds. */
static inline void PrimeTime(TMTask *task, int32_t count)
{
    register TMTask *a0 __asm__("a0") = task;
    register int32_t d0 __asm__("d0") = count;
    __asm__ volatile(".short 0xA05A" : "+a"(a0), "+d"(d0) : : MC_TRAP_CLOBBERS);
}

#endif
