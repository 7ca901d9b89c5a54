/* Memory Manager, temporary memory, virtual memory (Inside Macintosh: Memory, chapters 2 and 3). */
#ifndef MC_TOOLBOX_MACMEMORY_H
#define MC_TOOLBOX_MACMEMORY_H

#include "MacTypes.h"

/* How far the heap may grow; before MaxApplZone. Whatever is asked for, the system leaves at least its default stack. */
static inline void SetApplLimit(Ptr limit)
{
    register Ptr a0 __asm__("a0") = limit;
    __asm__ volatile(".short 0xA02D" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

static inline void MaxApplZone(void)
{
    __asm__ volatile(".short 0xA063" : : : MC_STACK_TRAP_CLOBBERS);
}

/* Cleared memory, or NULL. */
static inline Ptr NewPtrClear(Size size)
{
    register Size d0 __asm__("d0") = size;
    register Ptr a0 __asm__("a0");
    __asm__ volatile(".short 0xA31E" : "+d"(d0), "=a"(a0) : : MC_TRAP_CLOBBERS);
    return a0;
}

/* A relocatable block of our heap, or NULL. */
static inline Handle NewHandle(Size size)
{
    register Size d0 __asm__("d0") = size;
    register Handle a0 __asm__("a0");
    __asm__ volatile(".short 0xA122" : "+d"(d0), "=a"(a0) : : MC_TRAP_CLOBBERS);
    return a0;
}

static inline Size GetHandleSize(Handle handle)
{
    register Handle a0 __asm__("a0") = handle;
    register Size d0 __asm__("d0");
    __asm__ volatile(".short 0xA025" : "=d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);
    return d0;
}

static inline Size FreeMem(void)
{
    register Size d0 __asm__("d0");
    __asm__ volatile(".short 0xA01C" : "=d"(d0) : : "a0", MC_TRAP_CLOBBERS);
    return d0;
}

static inline OSErr SetHandleSize(Handle handle, Size size)
{
    register Handle a0 __asm__("a0") = handle;
    register Size d0 __asm__("d0") = size;
    __asm__ volatile(".short 0xA024" : "+d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);
    return (OSErr)d0;
}

static inline void HLock(Handle handle)
{
    register Handle a0 __asm__("a0") = handle;
    __asm__ volatile(".short 0xA029" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

static inline void HUnlock(Handle handle)
{
    register Handle a0 __asm__("a0") = handle;
    __asm__ volatile(".short 0xA02A" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

static inline void HNoPurge(Handle handle)
{
    register Handle a0 __asm__("a0") = handle;
    __asm__ volatile(".short 0xA04A" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

static inline void DisposeHandle(Handle handle)
{
    register Handle a0 __asm__("a0") = handle;
    __asm__ volatile(".short 0xA023" : "+a"(a0) : : "d0", MC_TRAP_CLOBBERS);
}

/* BlockMove for what is no code: no cache is flushed. */
static inline void BlockMoveData(const void *source, void *destination, Size count)
{
    register const void *a0 __asm__("a0") = source;
    register void *a1 __asm__("a1") = destination;
    register Size d0 __asm__("d0") = count;
    __asm__ volatile(".short 0xA22E" : "+d"(d0), "+a"(a0), "+a"(a1) : : "d1", "d2", "cc", "memory");
}

/* Temporary memory: routines of OSDispatch, whose selector is pushed last. */
static inline Size TempFreeMem(void)
{
    Size size;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.w #0x18,-(%%sp)\n\t.short 0xA88F\n\tmove.l (%%sp)+,%0"
                     : "=r"(size)
                     :
                     : MC_STACK_TRAP_CLOBBERS);
    return size;
}

static inline Handle TempNewHandle(Size logicalSize, OSErr *resultCode)
{
    Handle handle;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.w #0x1D,-(%%sp)\n\t.short 0xA88F\n\t"
                     "move.l (%%sp)+,%0"
                     : "=r"(handle)
                     : "r"(logicalSize), "r"(resultCode)
                     : MC_STACK_TRAP_CLOBBERS);
    return handle;
}

/* MemoryDispatch, which exists only where there is virtual memory. */
static inline OSErr MemoryDispatch(int32_t selector, void *address, uint32_t count)
{
    register int32_t d0 __asm__("d0") = selector;
    register void *a0 __asm__("a0") = address;
    register uint32_t a1 __asm__("a1") = count;
    __asm__ volatile(".short 0xA05C" : "+d"(d0), "+a"(a0), "+a"(a1) : : "d1", "d2", "cc", "memory");
    return (OSErr)d0;
}

/* Keeps memory from being paged out, and lets it go again. */
static inline OSErr HoldMemory(void *address, uint32_t count)
{
    return MemoryDispatch(0, address, count);
}

static inline OSErr UnholdMemory(void *address, uint32_t count)
{
    return MemoryDispatch(1, address, count);
}

#endif
