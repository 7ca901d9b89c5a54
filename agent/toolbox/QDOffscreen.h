/* Offscreen graphics worlds, where there is Color QuickDraw (Inside Macintosh: Imaging With QuickDraw, chapter 6). */
#ifndef MC_TOOLBOX_QDOFFSCREEN_H
#define MC_TOOLBOX_QDOFFSCREEN_H

#include "Quickdraw.h"

typedef struct CGrafPort *GWorldPtr;

enum { useTempMem = 1 << 2, keepLocal = 1 << 3 };

/* Routines of QDExtensions, whose selector is in D0. Without a color table the world has the system's own of that depth. */
static inline OSErr NewGWorld(GWorldPtr *world, int16_t depth, const Rect *bounds, CTabHandle colors, GDHandle device,
                              int32_t flags)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.w %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmove.l %6,-(%%sp)\n\tmove.l #0x00160000,%%d0\n\t.short 0xAB1D\n\tmove.w (%%sp)+,%0"
                     : "=r"(err)
                     : "r"(world), "r"(depth), "r"(bounds), "r"(colors), "r"(device), "r"(flags)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline Boolean LockPixels(PixMapHandle pixmap)
{
    Boolean locked;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #0x00040001,%%d0\n\t.short 0xAB1D\n\tmove.b (%%sp)+,%0"
                     : "=d"(locked)
                     : "r"(pixmap)
                     : MC_STACK_TRAP_CLOBBERS);
    return locked;
}

static inline void DisposeGWorld(GWorldPtr world)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l #0x00040004,%%d0\n\t.short 0xAB1D" : : "r"(world) : MC_STACK_TRAP_CLOBBERS);
}

static inline void GetGWorld(GWorldPtr *port, GDHandle *device)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #0x00080005,%%d0\n\t.short 0xAB1D"
                     :
                     : "r"(port), "r"(device)
                     : MC_STACK_TRAP_CLOBBERS);
}

/* The device of a world is its own, whatever is passed. */
static inline void SetGWorld(GWorldPtr port, GDHandle device)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #0x00080006,%%d0\n\t.short 0xAB1D"
                     :
                     : "r"(port), "r"(device)
                     : MC_STACK_TRAP_CLOBBERS);
}

static inline Ptr GetPixBaseAddr(PixMapHandle pixmap)
{
    Ptr address;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #0x0004000F,%%d0\n\t.short 0xAB1D\n\tmove.l (%%sp)+,%0"
                     : "=r"(address)
                     : "r"(pixmap)
                     : MC_STACK_TRAP_CLOBBERS);
    return address;
}

static inline PixMapHandle GetGWorldPixMap(GWorldPtr world)
{
    PixMapHandle pixmap;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #0x00040017,%%d0\n\t.short 0xAB1D\n\tmove.l (%%sp)+,%0"
                     : "=r"(pixmap)
                     : "r"(world)
                     : MC_STACK_TRAP_CLOBBERS);
    return pixmap;
}

#endif
