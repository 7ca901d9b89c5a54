/*
 * mc-agent: a background-only application. It draws nothing, opens no window and has no menu; it lives in the event loop and
 * does a little in each turn.
 */
#include "Events.h"
#include "LowMem.h"
#include "MacMemory.h"
#include "Processes.h"
#include "applescript.h"
#include "breadcrumb.h"
#include "clock.h"
#include "crc32.h"
#include "dialler.h"
#include "display.h"
#include "exchange.h"
#include "input_script.h"
#include "listener.h"
#include "log.h"
#include "log_file.h"
#include "machine.h"
#include "meanwhile.h"
#include "prefs_file.h"
#include "required.h"
#include "tcp_mactcp.h"
#include "watchdog.h"

enum {
    STACK_BYTES = 24 * 1024, /* what the system gives any other application where there is Color QuickDraw */
    BUSY_TICKS = 2 * 60, /* how long after traffic the loop does not sleep */
    CONNECTED_SLEEP = 3,
    LONELY_SLEEP = 10,
    LOG_BYTES = 12 * 1024, /* 200 lines of the usual length */
    DRIVER_RETRY_SLEEP = 5 * 60,
    BYE_TICKS = 3 * 60 /* how long a host is given to take leave */
};

static mc_prefs prefs;
static mc_listener listener;
static mc_dialler dialler; /* instead of the listener, when the preferences say so */
static mc_session *session;

ProcPtr mc_old_exit_to_shell; /* for callbacks.S */
void mc_exit_patch(void);
void mc_main(void);
void mc_undo_everything(void);

static void end_session(void)
{
    if (session)
        mc_session_end(session);
}

static void end_log(void)
{
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "the agent ends");
    mc_log_file_close();
}

/* On every way out: what would go on at interrupt time, or write into our memory, without us. That first: it goes on whatever else
   fails. A crash in the middle leads here again, and then to what is still to be done. */
void mc_undo_everything(void)
{
    static void (*const steps[])(void) = {
        mc_script_stop, mc_watchdog_stop, end_session, mc_mactcp_release_all, mc_applescript_close, end_log, mc_breadcrumb_close, mc_unhold_all};
    static uint8_t done;
    while (done < sizeof steps / sizeof *steps)
        steps[done++]();
}

static void patch_exit(void)
{
    mc_old_exit_to_shell = GetToolTrapAddress(_ExitToShell);
    SetToolTrapAddress(mc_exit_patch, _ExitToShell);
}

/* A background-only application starts with a stack of 2 KB (README of Apple's sample SmallDaemon, 1993). The reading of the
   preferences alone takes over half of that, and CopyBits the more the wider the screen is. */
static void enlarge_stack(void)
{
    uint32_t limit = LMCurStackBase - STACK_BYTES;
    if (limit < LMApplLimit)
        SetApplLimit((Ptr)limit);
}

/* Gives the other processes time. Whether an event came: then dealing with it was this turn's share. */
static bool sleep(uint32_t ticks)
{
    EventRecord event;
    mc_watchdog_leave(ticks);
    bool has_event = WaitNextEvent(everyEvent, &event, ticks, NULL);
    mc_watchdog_return();
    if (has_event && event.what == kHighLevelEvent)
        mc_event_process(&event);
    return has_event;
}

/* Opens a driver, which loads code of somebody else's. */
static OSErr open_driver(const char *breadcrumb, OSErr (*open)(void))
{
    while (!mc_breadcrumb_begin(breadcrumb))
        sleep(0);
    OSErr err = open();
    mc_breadcrumb_end();
    sleep(0);
    mc_breadcrumb_turn();
    return err;
}

/* Without a network there is nothing to do but to wait for one. */
static void open_network(void)
{
    while (!mc_required_quit() && open_driver("open .IPP", mc_mactcp_open) != noErr)
        sleep(DRIVER_RETRY_SLEEP);
}

/* Without the memory there is no log, but there is an agent. */
static void open_log(void)
{
    mc_log_init((uint8_t *)NewPtrClear(LOG_BYTES), LOG_BYTES);
    mc_log_use_level(prefs.log_level);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "mc-agent %s begins", MC_AGENT_VERSION);
    if (mc_breadcrumb_of_last_crash())
        mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_WATCHDOG, "the run before did not end well; it was at: %s",
               mc_breadcrumb_of_last_crash());
}

/* All other memory that the agent holds for good is taken here. What is served without the rest is served; without a session and a
   stream there is nothing that it could do. */
static bool set_up(void)
{
    mc_tcp *streams[MC_STREAM_COUNT];
    session = (mc_session *)NewPtrClear(sizeof(mc_session));
    for (uint8_t i = 0; i < MC_STREAM_COUNT; i++)
        streams[i] = mc_tcp_create();
    if (!session || !streams[0]) {
        mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_TRANSPORT, "no_memory: there is none for a conversation with a host");
        return false;
    }
    if (!mc_script_init())
        mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_INPUT, "no_memory: there is none for scripts of input");
    if (!streams[1])
        mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_TRANSPORT, "no_memory: a second host will not be told that the agent is busy");
    mc_hold(session, sizeof(mc_session));
    mc_session_init(session, &prefs);
    mc_listener_init(&listener, session, prefs.port, streams);
    mc_dialler_init(&dialler, session, prefs.dial_address, prefs.dial_port, streams[0]);
    return true;
}

/* A turn of the conversation, or of waiting for one. */
static void converse(void)
{
    if (prefs.dial_port)
        mc_dialler_turn(&dialler);
    else
        mc_listener_turn(&listener);
}

static void start_watchdog(void)
{
    mc_watchdog_start(session);
    if (prefs.watchdog_modem && open_driver("open .AOut", mc_watchdog_open_modem) != noErr)
        mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_WATCHDOG, "the modem port cannot be opened");
}

static uint32_t time_to_sleep(void)
{
    if (mc_job_wants_turn(session))
        return 0;
    if (session->phase == MC_PHASE_FREE)
        return LONELY_SLEEP;
    if (mc_session_is_active(session) || mc_ticks() - session->last_input < BUSY_TICKS)
        return 0;
    return CONNECTED_SLEEP;
}

/* An event, and what goes to the disk, have a turn of their own. */
static void yield(uint32_t ticks)
{
    if (sleep(ticks) || mc_breadcrumb_turn() || mc_log_file_turn())
        sleep(0);
}

/* The outer turn is inside of a Toolbox call meanwhile; what it waits for must not be waited for long, so there is no sleep. */
void mc_serve_meanwhile(void)
{
    converse();
    yield(0);
}

/* The host hears of it, and gets time to close first. */
static void take_leave(void)
{
    uint32_t deadline = mc_ticks() + BYE_TICKS;
    mc_session_bye(session, MC_BYE_REASON_QUIT);
    while (session->phase != MC_PHASE_FREE && (int32_t)(mc_ticks() - deadline) < 0) {
        mc_session_turn(session);
        sleep(0);
    }
}

/* Each part takes as long as a turn may, so the others get time between. */
static void start(void)
{
    mc_display_init();
    mc_crc32_prepare();
    sleep(0);
    mc_prefs_load(&prefs);
    sleep(0);
    mc_breadcrumb_open();
    sleep(0);
    open_log();
    mc_log_file_turn();
    sleep(0);
    mc_read_names();
    sleep(0);
    mc_hold_program();
    patch_exit();
    mc_required_install();
    open_network();
    sleep(0);
}

static void run(void)
{
    while (!mc_required_quit()) {
        converse();
        mc_job_turn(session);
        yield(time_to_sleep());
    }
}

/* Back from here the agent ends, by ExitToShell. */
void mc_main(void)
{
    enlarge_stack();
    MaxApplZone();
    start();
    if (mc_required_quit() || !set_up())
        return;
    if (mc_exchange_init() != noErr)
        mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_APPLE_EVENT, "no_memory: answers to Apple events will not be seen");
    start_watchdog();
    run();
    take_leave();
}
