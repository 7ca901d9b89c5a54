/* Resource Manager (Inside Macintosh: More Macintosh Toolbox, chapter 1). */
#ifndef MC_TOOLBOX_RESOURCES_H
#define MC_TOOLBOX_RESOURCES_H

#include "MacTypes.h"

enum { kSystemResFile = 0 }; /* UseResFile takes it for the System file's number */

static inline Handle GetResource(ResType type, int16_t id)
{
    Handle handle;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.w %2,-(%%sp)\n\t.short 0xA9A0\n\tmove.l (%%sp)+,%0"
                     : "=r"(handle)
                     : "r"(type), "r"(id)
                     : MC_STACK_TRAP_CLOBBERS);
    return handle;
}

static inline Handle Get1Resource(ResType type, int16_t id)
{
    Handle handle;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.w %2,-(%%sp)\n\t.short 0xA81F\n\tmove.l (%%sp)+,%0"
                     : "=r"(handle)
                     : "r"(type), "r"(id)
                     : MC_STACK_TRAP_CLOBBERS);
    return handle;
}

static inline Handle Get1IndResource(ResType type, int16_t index)
{
    Handle handle;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.w %2,-(%%sp)\n\t.short 0xA80E\n\tmove.l (%%sp)+,%0"
                     : "=r"(handle)
                     : "r"(type), "r"(index)
                     : MC_STACK_TRAP_CLOBBERS);
    return handle;
}

static inline int16_t Count1Resources(ResType type)
{
    int16_t count;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\t.short 0xA80D\n\tmove.w (%%sp)+,%0"
                     : "=r"(count)
                     : "r"(type)
                     : MC_STACK_TRAP_CLOBBERS);
    return count;
}

static inline void GetResInfo(Handle resource, int16_t *id, ResType *type, uint8_t *name)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t.short 0xA9A8"
                     :
                     : "r"(resource), "r"(id), "r"(type), "r"(name)
                     : MC_STACK_TRAP_CLOBBERS);
}

/* SizeResource by its older name: of the resource on disk, also when it is not loaded. */
static inline int32_t GetResourceSizeOnDisk(Handle resource)
{
    int32_t size;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\t.short 0xA9A5\n\tmove.l (%%sp)+,%0"
                     : "=r"(size)
                     : "r"(resource)
                     : MC_STACK_TRAP_CLOBBERS);
    return size;
}

static inline void LoadResource(Handle resource)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA9A2" : : "r"(resource) : MC_STACK_TRAP_CLOBBERS);
}

static inline void ReleaseResource(Handle resource)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA9A3" : : "r"(resource) : MC_STACK_TRAP_CLOBBERS);
}

static inline int16_t Count1Types(void)
{
    int16_t count;
    __asm__ volatile("clr.w -(%%sp)\n\t.short 0xA81C\n\tmove.w (%%sp)+,%0" : "=r"(count) : : MC_STACK_TRAP_CLOBBERS);
    return count;
}

/* The index-th type, from 1; 0 when there are fewer. */
static inline void Get1IndType(ResType *type, int16_t index)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\tmove.w %1,-(%%sp)\n\t.short 0xA80F"
                     :
                     : "r"(type), "r"(index)
                     : MC_STACK_TRAP_CLOBBERS);
}

static inline int16_t GetResAttrs(Handle resource)
{
    int16_t attributes;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\t.short 0xA9A6\n\tmove.w (%%sp)+,%0"
                     : "=r"(attributes)
                     : "r"(resource)
                     : MC_STACK_TRAP_CLOBBERS);
    return attributes;
}

static inline void DetachResource(Handle resource)
{
    __asm__ volatile("move.l %0,-(%%sp)\n\t.short 0xA992" : : "r"(resource) : MC_STACK_TRAP_CLOBBERS);
}

/* The reference number, which is the current resource file's then; -1 when it failed. */
static inline int16_t HOpenResFile(int16_t vRefNum, int32_t dirID, const uint8_t *name, int8_t permission)
{
    int16_t refNum;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.w %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.b %4,-(%%sp)\n\t"
                     ".short 0xA81A\n\tmove.w (%%sp)+,%0"
                     : "=r"(refNum)
                     : "r"(vRefNum), "r"(dirID), "r"(name), "d"(permission)
                     : MC_STACK_TRAP_CLOBBERS);
    return refNum;
}

static inline void CloseResFile(int16_t refNum)
{
    __asm__ volatile("move.w %0,-(%%sp)\n\t.short 0xA99A" : : "r"(refNum) : MC_STACK_TRAP_CLOBBERS);
}

static inline void SetResLoad(Boolean load)
{
    __asm__ volatile("move.b %0,-(%%sp)\n\t.short 0xA99B" : : "d"(load) : MC_STACK_TRAP_CLOBBERS);
}

static inline void UseResFile(int16_t refNum)
{
    __asm__ volatile("move.w %0,-(%%sp)\n\t.short 0xA998" : : "r"(refNum) : MC_STACK_TRAP_CLOBBERS);
}

static inline int16_t CurResFile(void)
{
    int16_t refNum;
    __asm__ volatile("clr.w -(%%sp)\n\t.short 0xA994\n\tmove.w (%%sp)+,%0" : "=r"(refNum) : : MC_STACK_TRAP_CLOBBERS);
    return refNum;
}

static inline OSErr ResError(void)
{
    OSErr result;
    __asm__ volatile("clr.w -(%%sp)\n\t.short 0xA9AF\n\tmove.w (%%sp)+,%0" : "=r"(result) : : MC_STACK_TRAP_CLOBBERS);
    return result;
}

#endif
