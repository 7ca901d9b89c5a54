/* QuickDraw (Inside Macintosh: Imaging With QuickDraw, chapters 2 to 5; the pointer: chapter 8). */
#ifndef MC_TOOLBOX_QUICKDRAW_H
#define MC_TOOLBOX_QUICKDRAW_H

#include "MacTypes.h"

enum { srcCopy = 0 };

typedef struct BitMap {
    Ptr baseAddr;
    int16_t rowBytes;
    Rect bounds;
} BitMap;
_Static_assert(sizeof(BitMap) == 14, "BitMap");

typedef struct RGBColor {
    uint16_t red;
    uint16_t green;
    uint16_t blue;
} RGBColor;

typedef struct ColorSpec {
    int16_t value;
    RGBColor rgb;
} ColorSpec;
_Static_assert(sizeof(ColorSpec) == 8, "ColorSpec");

typedef struct ColorTable {
    int32_t ctSeed;
    uint16_t ctFlags;
    int16_t ctSize; /* number of entries less one */
    ColorSpec ctTable[1];
} ColorTable, **CTabHandle;
_Static_assert(offsetof(ColorTable, ctTable) == 8, "ColorTable");

typedef struct PixMap {
    Ptr baseAddr;
    int16_t rowBytes; /* its highest bit tells a PixMap from a BitMap */
    Rect bounds;
    int16_t pmVersion;
    int16_t packType;
    int32_t packSize;
    Fixed hRes;
    Fixed vRes;
    int16_t pixelType;
    int16_t pixelSize;
    int16_t cmpCount;
    int16_t cmpSize;
    int32_t planeBytes;
    CTabHandle pmTable;
    int32_t pmReserved;
} PixMap, **PixMapHandle;
_Static_assert(sizeof(PixMap) == 50, "PixMap");

enum { kPixMapFlag = 0x8000 };

typedef struct GDevice {
    int16_t gdRefNum;
    int16_t gdID;
    int16_t gdType;
    Handle gdITable;
    int16_t gdResPref;
    Handle gdSearchProc;
    Handle gdCompProc;
    uint16_t gdFlags;
    PixMapHandle gdPMap;
    int32_t gdRefCon;
    struct GDevice **gdNextGD;
    Rect gdRect;
    int32_t gdMode;
    int16_t gdCCBytes;
    int16_t gdCCDepth;
    Handle gdCCXData;
    Handle gdCCXMask;
    int32_t gdReserved;
} GDevice, **GDHandle;
_Static_assert(sizeof(GDevice) == 62, "GDevice");
_Static_assert(offsetof(GDevice, gdPMap) == 22, "GDevice.gdPMap");

/* A port; what is inside does not concern us. */
typedef struct GrafPort {
    uint8_t opaque[108];
} GrafPort, *GrafPtr;

/* QuickDraw's globals of an application. InitGraf is given the address of thePort; the rest lies below it. */
typedef struct QDGlobals {
    char privates[76];
    int32_t randSeed;
    BitMap screenBits;
    uint8_t arrow[68];
    uint8_t patterns[40];
    GrafPtr thePort;
} QDGlobals;
_Static_assert(sizeof(QDGlobals) == 206, "QDGlobals");
_Static_assert(offsetof(QDGlobals, thePort) - offsetof(QDGlobals, screenBits) == 122, "QDGlobals.screenBits");

/* A pointer of one bit (chapter 8). */
typedef struct Cursor {
    uint16_t data[16];
    uint16_t mask[16];
    Point hotSpot;
} Cursor, **CursHandle;
_Static_assert(sizeof(Cursor) == 68, "Cursor");

enum { watchCursor = 4 }; /* resource of the system */

static inline void InitGraf(GrafPtr *thePort)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA86E" : : "r"(thePort) : MC_STACK_TRAP_CLOBBERS);
}

static inline void OpenPort(GrafPtr port)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA86F" : : "r"(port) : MC_STACK_TRAP_CLOBBERS);
}

static inline void SetPort(GrafPtr port)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA873" : : "r"(port) : MC_STACK_TRAP_CLOBBERS);
}

static inline void CopyBits(const BitMap *source, const BitMap *dest, const Rect *sourceRect, const Rect *destRect,
                            int16_t mode, Handle maskRgn)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t"
                     "move.w %4,-(%%sp)\n\tmove.l %5,-(%%sp)\n\t.short 0xA8EC"
                     :
                     : "r"(source), "r"(dest), "r"(sourceRect), "r"(destRect), "r"(mode), "r"(maskRgn)
                     : MC_STACK_TRAP_CLOBBERS);
}

/* Hides the pointer if it touches the rectangle, else as soon as it moves; ShowCursor undoes it. The rectangle is in global
   coordinates with an offset of 0, 0. */
static inline void ShieldCursor(const Rect *shieldRect, Point offset)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l %1,-(%%sp)\n\t.short 0xA855"
                     :
                     : "r"(shieldRect), "r"(offset)
                     : MC_STACK_TRAP_CLOBBERS);
}

static inline void ShowCursor(void)
{
    __asm__ volatile(".short 0xA853" : : : MC_STACK_TRAP_CLOBBERS);
}

static inline GDHandle GetMainDevice(void)
{
    GDHandle device;
    __asm__ volatile("clr.l -(%%sp)\n\t.short 0xAA2A\n\tmove.l (%%sp)+,%0" : "=r"(device) : : MC_STACK_TRAP_CLOBBERS);
    return device;
}

#endif
