/* What an application in front initialises even if it shows nothing (Inside Macintosh: Macintosh Toolbox Essentials, chapters 3 and 4). */
#ifndef MC_TOOLBOX_WINDOWS_H
#define MC_TOOLBOX_WINDOWS_H

#include "MacTypes.h"

#define MC_PLAIN_ROUTINE(name, word)                                                                                   \
    static inline void name(void)                                                                                      \
    {                                                                                                                  \
        __asm__ volatile(".short " #word : : : MC_STACK_TRAP_CLOBBERS);                                                \
    }

MC_PLAIN_ROUTINE(InitFonts, 0xA8FE)
MC_PLAIN_ROUTINE(InitWindows, 0xA912)
MC_PLAIN_ROUTINE(InitMenus, 0xA930)

#endif
