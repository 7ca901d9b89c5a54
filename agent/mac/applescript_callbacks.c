/*
 * What is called while a script runs: its active function, through which the host is served and a script that takes too long or
 * is not wanted any more is stopped; its send function, which gives no event more time than the script has left; the idle
 * function of such an event.
 *
 * A `with timeout` around the script would do neither: it bounds no loop, and it moves the places of errors.
 */
#include "applescript.h"
#include "clock.h"
#include "log.h"
#include "meanwhile.h"
#include "required.h"

enum { INTERACTION_BITS = kAEAlwaysInteract, DEFAULT_TICKS = 60 * 60, IDLE_SLEEP = 1 };

static struct {
    mc_job *job;
    uint32_t deadline;
    int32_t interaction; /* level, and whether the target may come to the front */
    uint32_t served; /* the tick in which the host was served last */
    bool overdue;
} watched;

/* For osa_callbacks.S. */
OSErr mc_osa_active(void);
OSErr mc_osa_send(const AppleEvent *event, AppleEvent *reply, int32_t mode, int32_t priority, int32_t timeout);
bool mc_osa_idle(int32_t *sleep);

void mc_osa_watch(mc_job *job, uint32_t deadline, int32_t interaction)
{
    memset(&watched, 0, sizeof watched);
    watched.job = job;
    watched.deadline = deadline;
    watched.interaction = interaction;
}

void mc_osa_unwatch(void)
{
    watched.job = NULL;
}

bool mc_osa_is_overdue(void)
{
    return watched.overdue;
}

static int32_t ticks_left(void)
{
    return (int32_t)(watched.deadline - mc_ticks());
}

static bool is_over(void)
{
    if (!watched.job || mc_job_must_stop(watched.job) || mc_required_quit())
        return true;
    if (ticks_left() > 0)
        return false;
    watched.overdue = true;
    return true;
}

/* AppleScript may call this very often: the host is served once in a tick. */
static void serve(void)
{
    if (!watched.job || watched.served == mc_ticks())
        return;
    mc_serve_meanwhile();
    watched.served = mc_ticks();
}

/* A script can catch the error: it gets it again with the next call, and the host is served for as long as the script goes on. */
OSErr mc_osa_active(void)
{
    serve();
    return is_over() ? userCanceledErr : noErr;
}

static void log_event(const AppleEvent *event)
{
    OSType class = 0, id = 0;
    DescType type;
    Size size;
    AEGetAttributePtr(event, keyEventClassAttr, typeType, &type, &class, sizeof class, &size);
    AEGetAttributePtr(event, keyEventIDAttr, typeType, &type, &id, sizeof id, &size);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_APPLE_EVENT, "the script sends %t/%t", class, id);
}

/* kAEDefaultTimeout and kNoTimeOut are negative. */
static int32_t clamp(int32_t timeout, int32_t left)
{
    if (timeout == kAEDefaultTimeout)
        timeout = DEFAULT_TICKS;
    return timeout < 0 || timeout > left ? left : timeout;
}

OSErr mc_osa_send(const AppleEvent *event, AppleEvent *reply, int32_t mode, int32_t priority, int32_t timeout)
{
    if (is_over())
        return userCanceledErr;
    log_event(event);
    mode &= ~(int32_t)(INTERACTION_BITS | kAECanSwitchLayer);
    return AESend(event, reply, mode | watched.interaction, (int16_t)priority, clamp(timeout, ticks_left()), mc_call_osa_idle, NULL);
}

/* True gives the waiting up. */
bool mc_osa_idle(int32_t *sleep)
{
    *sleep = IDLE_SLEEP;
    serve();
    return is_over();
}
