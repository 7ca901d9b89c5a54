/*
 * Scrap Manager (Inside Macintosh: More Macintosh Toolbox, chapter 2). It serves the application in front; calls from the background
 * succeed and do nothing that anybody else would notice (README of Apple's BackScrap, 1999).
 */
#ifndef MC_TOOLBOX_SCRAP_H
#define MC_TOOLBOX_SCRAP_H

#include "MacTypes.h"

enum { noScrapErr = -100, noTypeErr = -102 };

typedef struct ScrapStuff {
    int32_t scrapSize;
    Handle scrapHandle; /* NULL while the scrap is on the disk */
    int16_t scrapCount; /* changes whenever the scrap is emptied */
    int16_t scrapState; /* positive: in memory; 0: on the disk; negative: there is none yet */
    StringPtr scrapName;
} ScrapStuff;
_Static_assert(sizeof(ScrapStuff) == 16, "ScrapStuff");

/* What stands in front of each flavor in the scrap; its data is filled up to an even length. */
typedef struct ScrapHeader {
    ResType type;
    int32_t length;
} ScrapHeader;
_Static_assert(sizeof(ScrapHeader) == 8, "ScrapHeader");

static inline ScrapStuff *InfoScrap(void)
{
    ScrapStuff *info;
    __asm__ volatile("clr.l -(%%sp)\n\t.short 0xA9F9\n\tmove.l (%%sp)+,%0" : "=r"(info) : : MC_STACK_TRAP_CLOBBERS);
    return info;
}

/* A routine without parameters that gives noErr or an error. */
#define MC_SCRAP_ROUTINE(name, word)                                                                                   \
    static inline int32_t name(void)                                                                                   \
    {                                                                                                                  \
        int32_t result;                                                                                                \
        __asm__ volatile("clr.l -(%%sp)\n\t.short " #word "\n\tmove.l (%%sp)+,%0"                                      \
                         : "=r"(result)                                                                                \
                         :                                                                                             \
                         : MC_STACK_TRAP_CLOBBERS);                                                                    \
        return result;                                                                                                 \
    }

MC_SCRAP_ROUTINE(UnloadScrap, 0xA9FA) /* to the disk */
MC_SCRAP_ROUTINE(LoadScrap, 0xA9FB) /* into memory */
MC_SCRAP_ROUTINE(ZeroScrap, 0xA9FC)

/* The length of the flavor, or an error. The handle, which may be NULL, gets a copy and is resized for it. */
static inline int32_t GetScrap(Handle destination, ResType type, int32_t *offset)
{
    int32_t result;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t.short 0xA9FD\n\tmove.l (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(destination), "r"(type), "r"(offset)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

static inline int32_t PutScrap(int32_t length, ResType type, const void *source)
{
    int32_t result;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t.short 0xA9FE\n\tmove.l (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(length), "r"(type), "r"(source)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

#endif
