/*
 * Apple Event Manager (Inside Macintosh: Interapplication Communication, chapters 3 to 6): routines of Pack8, whose selector is in the
 * low word of D0 and says in its high byte how many words of parameters there are.
 */
#ifndef MC_TOOLBOX_APPLEEVENTS_H
#define MC_TOOLBOX_APPLEEVENTS_H

#include "Events.h"
#include "Processes.h"

typedef OSType AEKeyword;
typedef OSType DescType;

/* Data of some type, which only the manager's own routines look into. */
typedef struct AEDesc {
    DescType descriptorType;
    Handle dataHandle;
} AEDesc;
_Static_assert(sizeof(AEDesc) == 8, "AEDesc");

/* Descriptors that hold others, and whole events, are the same structure. */
typedef AEDesc AEDescList;
typedef AEDesc AERecord;
typedef AEDesc AppleEvent;

enum { kHighLevelEvent = 23 }; /* `what` of an EventRecord that AEProcessAppleEvent takes */

enum {
    typeAEList = 'list',
    typeAERecord = 'reco',
    typeAppParameters = 'appa',
    typeAlias = 'alis',
    typeChar = 'TEXT',
    typeFSS = 'fss ',
    typeLongInteger = 'long',
    typeNull = 'null',
    typeObjectSpecifier = 'obj ',
    typeProcessSerialNumber = 'psn ',
    typeShortInteger = 'shor',
    typeType = 'type',
    typeWildCard = '****'
};

enum {
    keyDirectObject = '----',
    keyErrorNumber = 'errn',
    keyErrorString = 'errs',
    keyEventClassAttr = 'evcl',
    keyEventIDAttr = 'evid',
    keyReturnIDAttr = 'rtid'
};

enum { kCoreEventClass = 'aevt', kAEAnswer = 'ansr', kAEOpenApplication = 'oapp', kAEOpenDocuments = 'odoc', kAEQuitApplication = 'quit' };

/* How an event is sent. */
enum {
    kAENoReply = 0x01,
    kAEQueueReply = 0x02,
    kAENeverInteract = 0x10,
    kAECanInteract = 0x20,
    kAEAlwaysInteract = 0x30,
    kAECanSwitchLayer = 0x40
};

enum { kAENormalPriority = 0, kAutoGenerateReturnID = -1, kAnyTransactionID = 0, kAEDefaultTimeout = -1 };

enum {
    destPortErr = -906, /* the target takes no high-level events */
    connectionInvalid = -609,
    errAECoercionFail = -1700,
    errAEDescNotFound = -1701,
    errAEEventNotHandled = -1708
};

/* What a trap of Pack8 looks like behind its parameters. */
#define MC_PACK8(selector) "move.w #" #selector ",%%d0\n\t.short 0xA816\n\tmove.w (%%sp)+,%0"

static inline OSErr AECreateDesc(DescType type, const void *data, Size size, AEDesc *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t" MC_PACK8(0x0825)
                     : "=r"(err)
                     : "ri"(type), "r"(data), "ri"(size), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEDisposeDesc(AEDesc *desc)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\t" MC_PACK8(0x0204) : "=r"(err) : "r"(desc) : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEDuplicateDesc(const AEDesc *desc, AEDesc *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\t" MC_PACK8(0x0405)
                     : "=r"(err)
                     : "r"(desc), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AECoerceDesc(const AEDesc *desc, DescType type, AEDesc *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t" MC_PACK8(0x0603)
                     : "=r"(err)
                     : "r"(desc), "ri"(type), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AECreateList(const void *factoring, Size factoredSize, Boolean isRecord, AEDescList *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.b %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t" MC_PACK8(0x0706)
                     : "=r"(err)
                     : "ri"(factoring), "ri"(factoredSize), "d"(isRecord), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* Also of a record, and of the parameters of an event. */
static inline OSErr AECountItems(const AEDescList *list, int32_t *count)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\t" MC_PACK8(0x0407)
                     : "=r"(err)
                     : "r"(list), "r"(count)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* Index 0 adds at the end. */
static inline OSErr AEPutDesc(AEDescList *list, int32_t index, const AEDesc *desc)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t" MC_PACK8(0x0609)
                     : "=r"(err)
                     : "r"(list), "ri"(index), "r"(desc)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEGetNthDesc(const AEDescList *list, int32_t index, DescType desired, AEKeyword *keyword, AEDesc *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\t" MC_PACK8(0x0A0B)
                     : "=r"(err)
                     : "r"(list), "ri"(index), "ri"(desired), "r"(keyword), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* Of an event, as the next ones; or, by their other names (AEPutKeyDesc, AEGetKeyPtr), of a record. */
static inline OSErr AEPutParamDesc(AppleEvent *event, AEKeyword keyword, const AEDesc *desc)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t" MC_PACK8(0x0610)
                     : "=r"(err)
                     : "r"(event), "ri"(keyword), "r"(desc)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEPutParamPtr(AppleEvent *event, AEKeyword keyword, DescType type, const void *data, Size size)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\t" MC_PACK8(0x0A0F)
                     : "=r"(err)
                     : "r"(event), "ri"(keyword), "ri"(type), "r"(data), "ri"(size)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* *actual is the whole size, also where no more than `capacity` bytes are copied. */
static inline OSErr AEGetParamPtr(const AppleEvent *event, AEKeyword keyword, DescType desired, DescType *type, void *data,
                                  Size capacity, Size *actual)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmove.l %6,-(%%sp)\n\tmove.l %7,-(%%sp)\n\t" MC_PACK8(0x0E11)
                     : "=r"(err)
                     : "r"(event), "ri"(keyword), "ri"(desired), "r"(type), "r"(data), "ri"(capacity), "r"(actual)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEGetAttributePtr(const AppleEvent *event, AEKeyword keyword, DescType desired, DescType *type, void *data,
                                      Size capacity, Size *actual)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmove.l %6,-(%%sp)\n\tmove.l %7,-(%%sp)\n\t" MC_PACK8(0x0E15)
                     : "=r"(err)
                     : "r"(event), "ri"(keyword), "ri"(desired), "r"(type), "r"(data), "ri"(capacity), "r"(actual)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AECreateAppleEvent(OSType class, OSType id, const AEDesc *target, int16_t returnID, int32_t transactionID,
                                       AppleEvent *result)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.w %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmove.l %6,-(%%sp)\n\t" MC_PACK8(0x0B14)
                     : "=r"(err)
                     : "ri"(class), "ri"(id), "r"(target), "ri"(returnID), "ri"(transactionID), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* Never with kAEWaitReply (3), which waits in here for as long as the target likes. */
static inline OSErr AESend(const AppleEvent *event, AppleEvent *reply, int32_t sendMode, int16_t priority, int32_t timeOutInTicks,
                           ProcPtr idleProc, ProcPtr filterProc)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.w %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmove.l %6,-(%%sp)\n\tmove.l %7,-(%%sp)\n\t" MC_PACK8(0x0D17)
                     : "=r"(err)
                     : "r"(event), "r"(reply), "ri"(sendMode), "ri"(priority), "ri"(timeOutInTicks), "ri"(idleProc), "ri"(filterProc)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSErr AEProcessAppleEvent(const EventRecord *event)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\t" MC_PACK8(0x021B) : "=r"(err) : "r"(event) : MC_STACK_TRAP_CLOBBERS);
    return err;
}

/* A handler as AEProcessAppleEvent is to have it called; mc_call_event_handler (apple_event_handler.S) calls it. */
typedef OSErr (*mc_event_handler)(const AppleEvent *event, AppleEvent *reply);
void mc_call_event_handler(void);

static inline OSErr AEInstallEventHandler(OSType class, OSType id, mc_event_handler handler)
{
    OSErr err;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "clr.b -(%%sp)\n\t" MC_PACK8(0x091F)
                     : "=r"(err)
                     : "ri"(class), "ri"(id), "ri"(mc_call_event_handler), "ri"(handler)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

#endif
