/* Date, time and place (Inside Macintosh: Operating System Utilities, chapter 4). */
#ifndef MC_TOOLBOX_DATETIME_H
#define MC_TOOLBOX_DATETIME_H

#include "MacTypes.h"

typedef struct MachineLocation {
    int32_t latitude; /* a Fract: 1 is a quarter of a circle */
    int32_t longitude;
    uint32_t gmtDelta; /* its lower 24 bits; the byte above is dlsDelta */
} MachineLocation;
_Static_assert(sizeof(MachineLocation) == 12, "MachineLocation");

/* Sets the clock, and the global Time with it. */
static inline OSErr SetDateTime(uint32_t time)
{
    register int32_t d0 __asm__("d0") = (int32_t)time;
    __asm__ volatile(".short 0xA03A" : "+d"(d0) : : "a0", MC_TRAP_CLOBBERS);
    return (OSErr)d0;
}

/* ReadXPRam of the 12 bytes at $E4. */
static inline void ReadLocation(MachineLocation *place)
{
    register MachineLocation *a0 __asm__("a0") = place;
    register uint32_t d0 __asm__("d0") = 12UL << 16 | 0xE4;
    __asm__ volatile(".short 0xA051" : "+a"(a0), "+d"(d0) : : MC_TRAP_CLOBBERS);
}

#endif
