/*
 * The Toolbox's basic types under their Apple names, and how its traps are called. Structures are packed to even addresses
 * as all of Apple's are; each has its size asserted.
 *
 * Traps of the Operating System take their parameters in registers, traps of the Toolbox take them on the stack, in the order in
 * which they are written, with room for the result pushed first (Inside Macintosh: Operating System Utilities, chapter 8,
 * "Calling Conventions for Register-Based Routines" and "... Stack-Based Routines"). Either kind may change D0-D2, A0 and A1.
 */
#ifndef MC_TOOLBOX_MACTYPES_H
#define MC_TOOLBOX_MACTYPES_H

#include "bytes.h"

/* Types and selectors of four characters are how Apple wrote them. */
#pragma GCC diagnostic ignored "-Wmultichar"

typedef int16_t OSErr;
typedef uint8_t Boolean;
typedef uint32_t OSType;
typedef OSType ResType;
typedef int32_t Fixed;
typedef int32_t Size;
typedef char *Ptr;
typedef Ptr *Handle;
typedef uint8_t Str63[64];
typedef uint8_t Str255[256];
typedef uint8_t *StringPtr;
typedef void (*ProcPtr)(void);

typedef struct Point {
    int16_t v;
    int16_t h;
} Point;
_Static_assert(sizeof(Point) == 4, "Point");

typedef struct Rect {
    int16_t top;
    int16_t left;
    int16_t bottom;
    int16_t right;
} Rect;
_Static_assert(sizeof(Rect) == 8, "Rect");

enum {
    noErr = 0,
    dirFulErr = -33,
    dskFulErr = -34,
    nsvErr = -35,
    ioErr = -36,
    bdNamErr = -37,
    fnOpnErr = -38,
    eofErr = -39,
    tmfoErr = -42,
    fnfErr = -43,
    wPrErr = -44,
    fLckdErr = -45,
    vLckdErr = -46,
    fBsyErr = -47,
    dupFNErr = -48,
    opWrErr = -49,
    paramErr = -50,
    volOffLinErr = -53,
    permErr = -54,
    extFSErr = -58,
    wrPermErr = -61,
    memFullErr = -108,
    cTempMemErr = -151, /* no temporary memory for the pixels of a world */
    cNoMemErr = -152,
    dirNFErr = -120,
    badMovErr = -122,
    wrgVolTypErr = -123,
    resNotFound = -192,
    resFNotFound = -193,
    afpAccessDenied = -5000
};

#define MC_TRAP_CLOBBERS "d1", "d2", "a1", "cc", "memory"

/* A trap that takes a parameter block in A0 and gives its result in D0. */
#define MC_BLOCK_TRAP(name, block_type, word)                                                                          \
    static inline OSErr name(block_type *block)                                                                        \
    {                                                                                                                  \
        register void *a0 __asm__("a0") = block;                                                                       \
        register int32_t d0 __asm__("d0");                                                                             \
        __asm__ volatile(".short " #word : "=d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);                                   \
        return (OSErr)d0;                                                                                              \
    }

/* The same with a selector in D0. */
#define MC_BLOCK_SELECTOR_TRAP(name, block_type, word, selector)                                                       \
    static inline OSErr name(block_type *block)                                                                        \
    {                                                                                                                  \
        register void *a0 __asm__("a0") = block;                                                                       \
        register int32_t d0 __asm__("d0") = selector;                                                                  \
        __asm__ volatile(".short " #word : "+d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);                                   \
        return (OSErr)d0;                                                                                              \
    }

/* What a trap of the Toolbox may change, for those that are called by pushing their parameters. */
#define MC_STACK_TRAP_CLOBBERS "d0", "d1", "d2", "a0", "a1", "cc", "memory"

#endif
