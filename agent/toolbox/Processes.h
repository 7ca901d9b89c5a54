/* Ways out of a program, and patching traps (Inside Macintosh: Processes, chapter 2; Operating System Utilities, chapter 8). */
#ifndef MC_TOOLBOX_PROCESSES_H
#define MC_TOOLBOX_PROCESSES_H

#include "MacTypes.h"

enum { _ExitToShell = 0xA9F4 };

static inline ProcPtr GetToolTrapAddress(uint16_t trap)
{
    register uint32_t d0 __asm__("d0") = trap;
    register ProcPtr a0 __asm__("a0");
    __asm__ volatile(".short 0xA746" : "+d"(d0), "=a"(a0) : : MC_TRAP_CLOBBERS);
    return a0;
}

/* Patches made by an application hold while that application runs, and end with it. */
static inline void SetToolTrapAddress(ProcPtr address, uint16_t trap)
{
    register uint32_t d0 __asm__("d0") = trap;
    register ProcPtr a0 __asm__("a0") = address;
    __asm__ volatile(".short 0xA647" : "+d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);
}

#endif
