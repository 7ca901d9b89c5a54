/* Component Manager (Inside Macintosh: More Macintosh Toolbox, chapter 6; selectors: Apple's Components.h). */
#ifndef MC_TOOLBOX_COMPONENTS_H
#define MC_TOOLBOX_COMPONENTS_H

#include "MacTypes.h"

typedef struct ComponentInstanceRecord *ComponentInstance;
typedef int32_t ComponentResult;

/* NULL when there is no such component, or it cannot be opened. */
static inline ComponentInstance OpenDefaultComponent(OSType type, OSType subtype)
{
    ComponentInstance instance;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmoveq #0x21,%%d0\n\t.short 0xA82A\n\tmove.l (%%sp)+,%0"
                     : "=r"(instance)
                     : "ri"(type), "ri"(subtype)
                     : MC_STACK_TRAP_CLOBBERS);
    return instance;
}

static inline OSErr CloseComponent(ComponentInstance instance)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmoveq #0x08,%%d0\n\t.short 0xA82A\n\tmove.w (%%sp)+,%0"
                     : "=r"(err)
                     : "r"(instance)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* What a call of a component looks like behind its parameters: their size in bytes and its selector, pushed last. */
#define MC_COMPONENT_CALL(size, selector)                                                                              \
    "move.l #(" #size " * 65536 + " #selector "),-(%%sp)\n\tmoveq #0,%%d0\n\t.short 0xA82A\n\tmove.l (%%sp)+,%0"

#endif
