/* Script Manager (Inside Macintosh: Text, chapter 6). */
#ifndef MC_TOOLBOX_SCRIPT_H
#define MC_TOOLBOX_SCRIPT_H

#include "MacTypes.h"

enum { smKCHRCache = 38 }; /* the address of the keyboard layout that is in use */

/* A routine of ScriptUtil, whose selector is pushed last. */
static inline int32_t GetScriptManagerVariable(int16_t selector)
{
    int32_t value;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.w %1,-(%%sp)\n\tmove.l #0x84020008,-(%%sp)\n\t.short 0xA8B5\n\tmove.l (%%sp)+,%0"
                     : "=r"(value)
                     : "r"(selector)
                     : MC_STACK_TRAP_CLOBBERS);
    return value;
}

#endif
