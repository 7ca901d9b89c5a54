/*
 * Cursor Device Manager (Apple's interface CursorDevices.h): the devices that move a pointer, where the machine keeps a list of
 * them. Technical Note HW 01 tells of it.
 */
#ifndef MC_TOOLBOX_CURSORDEVICES_H
#define MC_TOOLBOX_CURSORDEVICES_H

#include "MacTypes.h"

enum { _CursorDeviceDispatch = 0xAADB };

/* A device; what is inside does not concern us. */
typedef struct CursorDevice *CursorDevicePtr;

/* The device behind *device; the first one for NULL, and NULL behind the last. */
static inline OSErr CursorDeviceNextDevice(CursorDevicePtr *device)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmoveq #11,%%d0\n\t.short 0xAADB\n\tmove.w (%%sp)+,%0"
                     : "=r"(err)
                     : "r"(device)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* Moves the pointer to a place at the next tick, without acceleration. Mouse drivers call it at interrupt time. */
static inline OSErr CursorDeviceMoveTo(CursorDevicePtr device, int32_t x, int32_t y)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmoveq #1,%%d0\n\t"
                     ".short 0xAADB\n\tmove.w (%%sp)+,%0"
                     : "=r"(err)
                     : "r"(device), "r"(x), "r"(y)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

#endif
