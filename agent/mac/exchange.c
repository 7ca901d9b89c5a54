#include "exchange.h"
#include "log.h"

static struct {
    bool awaited;
    int16_t return_id;
    bool arrived; /* the answer, or why it is lost */
    OSErr err;
    AppleEvent answer;
} exchange;

static OSErr return_id_of(const AppleEvent *event, int16_t *id)
{
    DescType type;
    Size size;
    return AEGetAttributePtr(event, keyReturnIDAttr, typeShortInteger, &type, id, sizeof *id, &size);
}

/* Called in AEProcessAppleEvent, which disposes of the event when this returns. */
static OSErr take_answer(const AppleEvent *event, AppleEvent *reply)
{
    int16_t id;
    (void)reply;
    OSErr err = return_id_of(event, &id);
    if (err != noErr || !exchange.awaited || id != exchange.return_id) {
        mc_log(MC_LOG_LEVEL_DEBUG, MC_LOG_CATEGORY_APPLE_EVENT, "an answer that nobody waits for any more");
        return noErr;
    }
    exchange.awaited = false;
    exchange.arrived = true;
    exchange.err = AEDuplicateDesc(event, &exchange.answer);
    return noErr;
}

OSErr mc_exchange_init(void)
{
    return AEInstallEventHandler(kCoreEventClass, kAEAnswer, take_answer);
}

/* The class of an Apple event is the message of its record, its id the place (Interapplication Communication, chapter 4). */
static bool is_answer(const EventRecord *event)
{
    return event->message == kCoreEventClass && memcmp(&event->where, "ansr", sizeof event->where) == 0;
}

void mc_event_process(const EventRecord *event)
{
    OSErr err = AEProcessAppleEvent(event);
    if (err != memFullErr || !exchange.awaited || !is_answer(event))
        return;
    exchange.awaited = false;
    exchange.arrived = true;
    exchange.err = err;
}

OSErr mc_event_create(OSType class, OSType id, const ProcessSerialNumber *target, AppleEvent *event)
{
    AEDesc address;
    OSErr err = AECreateDesc(typeProcessSerialNumber, target, sizeof *target, &address);
    if (err != noErr)
        return err;
    err = AECreateAppleEvent(class, id, &address, kAutoGenerateReturnID, kAnyTransactionID, event);
    AEDisposeDesc(&address);
    return err;
}

/* No answer comes back in `reply`: where one is wanted, it is queued. */
OSErr mc_event_send(const AppleEvent *event, int32_t mode)
{
    AppleEvent reply = {typeNull, NULL};
    return AESend(event, &reply, mode, kAENormalPriority, kAEDefaultTimeout, NULL, NULL);
}

/* The target runs only when we give it time, so the answer cannot come before this returns. */
OSErr mc_exchange_begin(const AppleEvent *event, int32_t mode)
{
    mc_exchange_end();
    OSErr err = return_id_of(event, &exchange.return_id);
    if (err == noErr)
        err = mc_event_send(event, mode | kAEQueueReply);
    exchange.awaited = err == noErr;
    return err;
}

bool mc_exchange_answer(AppleEvent *answer, OSErr *err)
{
    if (!exchange.arrived)
        return false;
    exchange.arrived = false;
    *answer = exchange.answer;
    *err = exchange.err;
    return true;
}

void mc_exchange_end(void)
{
    AppleEvent answer;
    OSErr err;
    exchange.awaited = false;
    if (mc_exchange_answer(&answer, &err) && err == noErr)
        AEDisposeDesc(&answer);
}
