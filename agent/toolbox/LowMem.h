/*
 * Low-memory globals: names and addresses of Apple's SysEqu and ToolEqu. Those of mouse and cursor (MTemp, RawMouse, Mouse, TheCrsr,
 * CrsrNew, CrsrCouple, MBTicks) were never documented further.
 */
#ifndef MC_TOOLBOX_LOWMEM_H
#define MC_TOOLBOX_LOWMEM_H

#include "MacTypes.h"
#include "Quickdraw.h"

/* GCC 12 takes an object at a small constant address for a slip with a null pointer. */
#pragma GCC diagnostic ignored "-Warray-bounds"

#define MC_LOW_MEMORY(type, address) (*(volatile type *)(address))

#define LMApplLimit MC_LOW_MEMORY(uint32_t, 0x0130) /* how far the application's heap may grow */
#define LMTicks MC_LOW_MEMORY(uint32_t, 0x016A)
#define LMMBTicks MC_LOW_MEMORY(uint32_t, 0x016E)
#define LMMBState MC_LOW_MEMORY(uint8_t, 0x0172) /* 0x80 up, 0 down */
#define LMKeyMap ((volatile uint8_t *)0x0174) /* 16 bytes, a bit for each key */
#define LMTime MC_LOW_MEMORY(uint32_t, 0x020C)
#define LMDrvQHdr ((volatile QHdr *)0x0308) /* the drives */
#define LMMTemp MC_LOW_MEMORY(Point, 0x0828)
#define LMRawMouse MC_LOW_MEMORY(Point, 0x082C)
#define LMMouse MC_LOW_MEMORY(Point, 0x0830)
#define LMTheCrsr ((const Cursor *)0x0844) /* the pointer that shows */
#define LMCrsrNew MC_LOW_MEMORY(uint8_t, 0x08CE)
#define LMCrsrCouple MC_LOW_MEMORY(uint8_t, 0x08CF)
#define LMCurApRefNum MC_LOW_MEMORY(int16_t, 0x0900) /* of the application's resource fork */
#define LMCurStackBase MC_LOW_MEMORY(uint32_t, 0x0908) /* where the stack begins, growing down */

#define LMTopMapHndl MC_LOW_MEMORY(Handle, 0x0A50) /* the map of the resource file that was opened last */

/* The queue of events that wait (Inside Macintosh: Operating System Utilities, chapter 6: QHdr). */
typedef struct QElem {
    struct QElem *qLink;
    int16_t qType;
} QElem;

typedef struct QHdr {
    int16_t qFlags;
    QElem *qHead;
    QElem *qTail;
} QHdr;
_Static_assert(sizeof(QHdr) == 10, "QHdr");

#define LMEventQueue ((volatile QHdr *)0x014A)

#endif
