/* Event Manager (Inside Macintosh: Macintosh Toolbox Essentials, chapter 2). */
#ifndef MC_TOOLBOX_EVENTS_H
#define MC_TOOLBOX_EVENTS_H

#include "MacTypes.h"

enum { mouseDown = 1, mouseUp = 2, keyDown = 3, osEvt = 15, everyEvent = -1 };

/* The message of an osEvt: what it is in the highest byte, and for a suspend or resume event bit 0. */
enum { suspendResumeMessage = 1, resumeFlag = 1 };

/* Modifiers. */
enum { cmdKey = 0x0100, shiftKey = 0x0200, optionKey = 0x0800, controlKey = 0x1000 };

typedef struct EventRecord {
    int16_t what;
    uint32_t message;
    uint32_t when;
    Point where;
    uint16_t modifiers;
} EventRecord;
_Static_assert(sizeof(EventRecord) == 16, "EventRecord");

/* An event in the queue. */
typedef struct EvQEl {
    struct EvQEl *qLink;
    int16_t qType;
    int16_t evtQWhat;
    uint32_t evtQMessage;
    uint32_t evtQWhen;
    Point evtQWhere;
    uint16_t evtQModifiers;
} EvQEl;
_Static_assert(sizeof(EvQEl) == 22, "EvQEl");

static inline Boolean WaitNextEvent(int16_t eventMask, EventRecord *event, uint32_t sleep, void *mouseRgn)
{
    Boolean result;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.w %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     ".short 0xA860\n\tmove.b (%%sp)+,%0"
                     : "=d"(result)
                     : "r"(eventMask), "r"(event), "r"(sleep), "r"(mouseRgn)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

/* PostEvent that also gives the queue's element, where modifiers can be set. Result evtNotEnb (1): nobody wants such events. */
static inline OSErr PPostEvent(int16_t eventCode, uint32_t eventMsg, EvQEl **element)
{
    register uint32_t a0 __asm__("a0") = (uint32_t)eventCode;
    register uint32_t d0 __asm__("d0") = eventMsg;
    __asm__ volatile(".short 0xA12F" : "+a"(a0), "+d"(d0) : : MC_TRAP_CLOBBERS);
    *element = (EvQEl *)a0;
    return (OSErr)d0;
}

#endif
