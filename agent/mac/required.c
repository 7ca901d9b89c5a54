#include "required.h"
#include "AppleEvents.h"
#include "log.h"
#include "machine.h"

static bool quit_wanted;

static OSErr be_open(const AppleEvent *event, AppleEvent *reply)
{
    (void)event;
    (void)reply;
    return noErr;
}

/* The sender has its answer as soon as this returns; the event loop sees to the rest. */
static OSErr quit(const AppleEvent *event, AppleEvent *reply)
{
    (void)event;
    (void)reply;
    quit_wanted = true;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_APPLE_EVENT, "somebody has told the agent to quit");
    return noErr;
}

/* Open Documents and Print Documents have no handler: the Apple Event Manager answers for us that they are not handled. */
void mc_required_install(void)
{
    if (!mc_has_apple_events())
        return;
    AEInstallEventHandler(kCoreEventClass, kAEOpenApplication, be_open);
    AEInstallEventHandler(kCoreEventClass, kAEQuitApplication, quit);
}

bool mc_required_quit(void)
{
    return quit_wanted;
}
