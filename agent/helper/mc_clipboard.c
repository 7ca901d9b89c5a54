/*
 * mc-clipboard: a small application that reads and writes the scrap for mc-agent. The Scrap Manager does not serve a program in the background,
 * and the agent never leaves it; so this one comes to the front for a moment. It has no window and no menu.
 */
#include "AppleEvents.h"
#include "LowMem.h"
#include "MacMemory.h"
#include "Quickdraw.h"
#include "Scrap.h"
#include "Windows.h"
#include "clipboard_events.h"

enum { SLEEP_TICKS = 15 };

void mc_main(void);

static QDGlobals qd;
static bool in_front;
static bool quitting;
static uint32_t last_heard; /* in ticks */

/* A flavor in temporary memory: this program's own heap is small. */
typedef struct held_flavor {
    mc_flavor flavor;
    Handle data;
} held_flavor;

static held_flavor held[MC_HELPER_FLAVORS];
static uint8_t held_count;

static OSErr hold(uint32_t type, uint32_t size)
{
    OSErr err = memFullErr;
    if (held_count == MC_HELPER_FLAVORS)
        return paramErr;
    Handle data = TempNewHandle((Size)size, &err);
    if (!data)
        return memFullErr;
    held[held_count++] = (held_flavor){{type, size}, data};
    return noErr;
}

static void drop_held(void)
{
    while (held_count > 0)
        DisposeHandle(held[--held_count].data);
}

/* ---- Parameters ---- */

static OSErr get_long(const AppleEvent *event, AEKeyword keyword, DescType type, uint32_t *value)
{
    DescType actual;
    Size size;
    return AEGetParamPtr(event, keyword, type, &actual, value, sizeof *value, &size);
}

static OSErr get_bytes(const AppleEvent *event, DescType type, void *bytes, Size capacity, Size *size)
{
    DescType actual;
    OSErr err = AEGetParamPtr(event, keyDirectObject, type, &actual, bytes, capacity, size);
    return err == noErr && *size > capacity ? paramErr : err;
}

/* A piece of the flavor held last. */
static OSErr get_place(const AppleEvent *event, uint32_t *offset, held_flavor **place)
{
    OSErr err = get_long(event, keyMcOffset, typeLongInteger, offset);
    if (err != noErr)
        return err;
    *place = &held[held_count - 1];
    return held_count > 0 && *offset <= (*place)->flavor.size ? noErr : paramErr;
}

/* ---- Reading the scrap ---- */

/* Where the scrap lies in memory it can be gone through. */
static uint16_t list_in_memory(const ScrapStuff *scrap, mc_flavor *found)
{
    uint16_t count = 0;
    int32_t at = 0;
    while (count < MC_HELPER_LISTED && at + (int32_t)sizeof(ScrapHeader) <= scrap->scrapSize) {
        const ScrapHeader *header = (const ScrapHeader *)(*scrap->scrapHandle + at);
        found[count++] = (mc_flavor){header->type, (uint32_t)header->length};
        at += (int32_t)sizeof(ScrapHeader) + ((header->length + 1) & ~1);
    }
    return count;
}

/* On the disk it can only be asked for one flavor after the other. */
static uint16_t list_by_asking(const uint32_t *wanted, uint16_t wanted_count, mc_flavor *found)
{
    static const uint32_t usual[] = {'TEXT', 'styl', 'PICT', 'snd ', 'moov'};
    const uint16_t usual_count = sizeof usual / sizeof usual[0];
    uint16_t count = 0;
    for (uint16_t i = 0; i < usual_count + wanted_count; i++) {
        uint32_t type = i < usual_count ? usual[i] : wanted[i - usual_count];
        int32_t offset;
        int32_t length = GetScrap(NULL, type, &offset);
        bool listed = length < 0;
        for (uint16_t k = 0; k < count; k++)
            listed = listed || found[k].type == type;
        if (!listed)
            found[count++] = (mc_flavor){type, (uint32_t)length};
    }
    return count;
}

/* A scrap that does not fit into this program's heap stays on the disk. */
static uint16_t list(const uint32_t *wanted, uint16_t wanted_count, mc_flavor *found)
{
    const ScrapStuff *scrap = InfoScrap();
    if (scrap->scrapState == 0)
        LoadScrap();
    scrap = InfoScrap();
    if (scrap->scrapState < 0)
        return 0;
    if (scrap->scrapHandle)
        return list_in_memory(scrap, found);
    return list_by_asking(wanted, wanted_count, found);
}

/* The flavor is copied by the Scrap Manager straight to where it is read from later. */
static OSErr copy(const mc_flavor *flavor)
{
    int32_t offset;
    OSErr err = hold(flavor->type, 0);
    if (err != noErr)
        return err;
    int32_t length = GetScrap(held[0].data, flavor->type, &offset);
    if (length < 0)
        return (OSErr)length;
    held[0].flavor.size = (uint32_t)length;
    return noErr;
}

static OSErr copy_first_wanted(const uint32_t *wanted, uint16_t wanted_count, const mc_flavor *found, uint16_t found_count)
{
    for (uint16_t i = 0; i < wanted_count; i++)
        for (uint16_t k = 0; k < found_count; k++)
            if (found[k].type == wanted[i])
                return copy(&found[k]);
    return noErr;
}

static OSErr take(const AppleEvent *event, AppleEvent *reply)
{
    static mc_flavor found[MC_HELPER_LISTED + MC_HELPER_FLAVORS];
    uint32_t wanted[MC_HELPER_FLAVORS];
    Size size;
    last_heard = LMTicks;
    if (!in_front)
        return MC_HELPER_NOT_IN_FRONT;
    OSErr err = get_bytes(event, MC_FLAVORS, wanted, sizeof wanted, &size);
    if (err != noErr)
        return err;
    uint16_t wanted_count = (uint16_t)size / sizeof wanted[0];
    uint16_t found_count = list(wanted, wanted_count, found);
    drop_held();
    err = copy_first_wanted(wanted, wanted_count, found, found_count);
    if (err == noErr)
        err = AEPutParamPtr(reply, keyDirectObject, MC_FLAVORS, found, found_count * (Size)sizeof found[0]);
    if (err == noErr && held_count > 0)
        err = AEPutParamPtr(reply, keyMcTaken, MC_FLAVORS, &held[0].flavor, sizeof held[0].flavor);
    return err;
}

static OSErr read(const AppleEvent *event, AppleEvent *reply)
{
    held_flavor *place;
    uint32_t offset;
    uint32_t count;
    last_heard = LMTicks;
    OSErr err = get_place(event, &offset, &place);
    if (err == noErr)
        err = get_long(event, keyMcCount, typeLongInteger, &count);
    if (err != noErr || count > place->flavor.size - offset)
        return err != noErr ? err : paramErr;
    HLock(place->data);
    err = AEPutParamPtr(reply, keyDirectObject, MC_BYTES, *place->data + offset, (Size)count);
    HUnlock(place->data);
    return err;
}

/* ---- Writing the scrap ---- */

static OSErr make_room(const AppleEvent *event, AppleEvent *reply)
{
    uint32_t type;
    uint32_t size;
    (void)reply;
    last_heard = LMTicks;
    OSErr err = get_long(event, keyMcFlavor, typeWildCard, &type);
    if (err == noErr)
        err = get_long(event, keyMcCount, typeLongInteger, &size);
    return err == noErr ? hold(type, size) : err;
}

static OSErr fill(const AppleEvent *event, AppleEvent *reply)
{
    held_flavor *place;
    uint32_t offset;
    Size size;
    (void)reply;
    last_heard = LMTicks;
    OSErr err = get_place(event, &offset, &place);
    if (err != noErr)
        return err;
    HLock(place->data);
    err = get_bytes(event, MC_BYTES, *place->data + offset, (Size)(place->flavor.size - offset), &size);
    HUnlock(place->data);
    return err;
}

/* A scrap for which the heap has no room is written to the disk by the Scrap Manager itself, once it lies there. */
static OSErr put_one(const held_flavor *place)
{
    HLock(place->data);
    int32_t err = PutScrap((int32_t)place->flavor.size, place->flavor.type, *place->data);
    if (err == memFullErr && UnloadScrap() == noErr)
        err = PutScrap((int32_t)place->flavor.size, place->flavor.type, *place->data);
    HUnlock(place->data);
    return (OSErr)err;
}

static OSErr put(const AppleEvent *event, AppleEvent *reply)
{
    (void)event;
    (void)reply;
    last_heard = LMTicks;
    if (!in_front)
        return MC_HELPER_NOT_IN_FRONT;
    OSErr err = (OSErr)ZeroScrap();
    for (uint8_t i = 0; err == noErr && i < held_count; i++)
        err = put_one(&held[i]);
    drop_held();
    return err;
}

/* ---- The application ---- */

static OSErr quit(const AppleEvent *event, AppleEvent *reply)
{
    (void)event;
    (void)reply;
    quitting = true;
    return noErr;
}

/* There is nothing to open; an answer is due nevertheless. */
static OSErr open_nothing(const AppleEvent *event, AppleEvent *reply)
{
    (void)event;
    (void)reply;
    return noErr;
}

typedef struct handled {
    OSType class;
    OSType id;
    mc_event_handler handler;
} handled;

static bool install_handlers(void)
{
    static const handled events[] = {
        {kCoreEventClass, kAEOpenApplication, open_nothing}, {kCoreEventClass, kAEQuitApplication, quit},
        {MC_HELPER_CLASS, MC_HELPER_TAKE, take},             {MC_HELPER_CLASS, MC_HELPER_READ, read},
        {MC_HELPER_CLASS, MC_HELPER_HOLD, make_room},        {MC_HELPER_CLASS, MC_HELPER_FILL, fill},
        {MC_HELPER_CLASS, MC_HELPER_PUT, put},
    };
    for (uint8_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (AEInstallEventHandler(events[i].class, events[i].id, events[i].handler) != noErr)
            return false;
    return true;
}

static void handle(const EventRecord *event)
{
    if (event->what == kHighLevelEvent)
        AEProcessAppleEvent(event);
    else if (event->what == osEvt && event->message >> 24 == suspendResumeMessage)
        in_front = event->message & resumeFlag;
}

void mc_main(void)
{
    InitGraf(&qd.thePort);
    InitFonts();
    InitWindows();
    InitMenus();
    last_heard = LMTicks;
    if (!install_handlers())
        return;
    while (!quitting && LMTicks - last_heard < MC_HELPER_IDLE_TICKS) {
        EventRecord event;
        if (WaitNextEvent(everyEvent, &event, SLEEP_TICKS, NULL))
            handle(&event);
    }
    drop_held();
}
