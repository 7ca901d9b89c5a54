#include "helper.h"
#include "breadcrumb.h"
#include "clock.h"
#include "exchange.h"
#include "helper_file.h"
#include "launch.h"
#include "log.h"
#include "os_error.h"
#include "processes.h"

enum {
    FORWARD_TICKS = 5 * 60,
    BACK_TICKS = 2 * 60,
    LEAVE_TICKS = 2 * 60,
    ANSWER_TICKS = 5 * 60
};

static struct {
    bool running;
    bool forward; /* it was asked to come to the front */
    ProcessSerialNumber psn;
    ProcessSerialNumber before; /* what was in front then */
    bool asking; /* the step at hand has done its part and looks what comes of it */
    uint32_t asked; /* in ticks */
    bool sent; /* of an exchange: the event is under way */
} helper;

static void start_asking(void)
{
    helper.asking = true;
    helper.asked = mc_ticks();
}

static bool has_taken(uint32_t ticks)
{
    return mc_ticks() - helper.asked >= ticks;
}

static mc_progress done(void)
{
    helper.asking = false;
    return MC_DONE;
}

static mc_progress fail(mc_failure *failure, mc_code code, const char *message)
{
    helper.asking = false;
    mc_fail_with(failure, code, message);
    return MC_FAILED;
}

static mc_progress fail_os(mc_failure *failure, OSErr err, const char *attempt)
{
    helper.asking = false;
    mc_fail_os(failure, err, attempt);
    return MC_FAILED;
}

static bool is_alive(const ProcessSerialNumber *psn)
{
    mc_process process = {.psn = *psn};
    return mc_process_describe(&process) == noErr;
}

void mc_helper_begin(mc_request *request)
{
    mc_helper_file_lend(mc_spare_buffer(request));
}

mc_progress mc_helper_install(mc_failure *failure)
{
    OSErr err = mc_helper_file_step();
    if (err == noErr)
        return mc_helper_file_is_ready() ? MC_DONE : MC_UNDER_WAY;
    mc_helper_file_abandon();
    return fail_os(failure, err, "writing the helper application beside the preferences failed");
}

/* ---- Coming and going ---- */

static void send_quit(const ProcessSerialNumber *psn)
{
    AppleEvent event;
    if (mc_event_create(kCoreEventClass, kAEQuitApplication, psn, &event) != noErr)
        return;
    mc_event_send(&event, kAENoReply | kAENeverInteract);
    AEDisposeDesc(&event);
}

/* One that an earlier request, or an earlier run of the agent, has left behind. */
static bool find_stray(ProcessSerialNumber *psn)
{
    mc_process process = {.psn = mc_no_process};
    while (mc_process_next(&process) == noErr) {
        if (process.info.processSignature != MC_HELPER_CREATOR)
            continue;
        *psn = process.psn;
        return true;
    }
    return false;
}

static mc_progress launch(mc_failure *failure)
{
    FSSpec file;
    if (!mc_breadcrumb_begin(mc_launch_breadcrumb))
        return MC_UNDER_WAY;
    OSErr err = mc_helper_file_place(&file);
    if (err == noErr)
        err = mc_launch(&file, launchDontSwitch | launchUseMinimum, NULL, &helper.psn);
    mc_breadcrumb_end();
    if (err != noErr)
        return fail_os(failure, err, "launching the helper application failed");
    helper.running = true;
    helper.forward = false;
    return done();
}

mc_progress mc_helper_launch(mc_failure *failure)
{
    ProcessSerialNumber stray;
    if (!find_stray(&stray))
        return launch(failure);
    if (!helper.asking) {
        send_quit(&stray);
        start_asking();
    }
    return has_taken(LEAVE_TICKS) ? fail(failure, MC_BUSY, "an earlier helper application does not quit") : MC_UNDER_WAY;
}

mc_progress mc_helper_come_forward(mc_failure *failure)
{
    if (!helper.asking) {
        if (GetFrontProcess(&helper.before) != noErr)
            helper.before = mc_no_process;
        OSErr err = SetFrontProcess(&helper.psn);
        if (err != noErr)
            return fail_os(failure, err, "bringing the helper application to the front failed");
        helper.forward = true;
        start_asking();
    }
    if (mc_process_is_in_front(&helper.psn))
        return done();
    return has_taken(FORWARD_TICKS)
               ? fail(failure, MC_TIMEOUT, "the application in front does not leave it: it hangs, or shows a dialog")
               : MC_UNDER_WAY;
}

/* Whatever was in front may have quit meanwhile; then the system chooses. */
mc_progress mc_helper_go_back(mc_failure *failure)
{
    (void)failure;
    if (!helper.asking) {
        SetFrontProcess(&helper.before);
        start_asking();
    }
    if (mc_process_is_in_front(&helper.psn) && is_alive(&helper.before) && !has_taken(BACK_TICKS))
        return MC_UNDER_WAY;
    helper.forward = false;
    return done();
}

mc_progress mc_helper_leave(mc_failure *failure)
{
    (void)failure;
    if (!helper.asking) {
        mc_helper_dismiss();
        start_asking();
    }
    return is_alive(&helper.psn) && !has_taken(LEAVE_TICKS) ? MC_UNDER_WAY : done();
}

void mc_helper_dismiss(void)
{
    mc_helper_file_abandon();
    helper.asking = false;
    helper.sent = false;
    if (!helper.running)
        return;
    mc_exchange_end();
    if (helper.forward)
        SetFrontProcess(&helper.before);
    send_quit(&helper.psn);
    helper.running = false;
    helper.forward = false;
}

/* ---- Events ---- */

static OSErr send(const mc_helper_call *call)
{
    AppleEvent event;
    OSErr err = mc_event_create(MC_HELPER_CLASS, call->id, &helper.psn, &event);
    if (err != noErr)
        return err;
    if (call->put)
        err = call->put(&event);
    if (err == noErr)
        err = mc_exchange_begin(&event, kAENeverInteract);
    AEDisposeDesc(&event);
    return err;
}

/* The error number in an answer; 0 when there is none. */
static OSErr error_in(const AppleEvent *answer)
{
    int32_t number = noErr;
    DescType type;
    Size size;
    if (AEGetParamPtr(answer, keyErrorNumber, typeLongInteger, &type, &number, sizeof number, &size) != noErr)
        return noErr;
    return (OSErr)number;
}

/* True when the exchange has an end. */
static bool look_for_answer(const mc_helper_call *call, OSErr *err)
{
    AppleEvent answer;
    if (!mc_exchange_answer(&answer, err))
        return false;
    if (*err != noErr)
        return true;
    *err = error_in(&answer);
    if (*err == noErr && call->use)
        *err = call->use(&answer);
    AEDisposeDesc(&answer);
    return true;
}

/* Coming to the front is one thing, having been told so another: the helper may have to be asked again. */
mc_progress mc_helper_exchange(const mc_helper_call *call, mc_failure *failure)
{
    OSErr err = noErr;
    if (!helper.asking)
        start_asking();
    if (!helper.sent) {
        err = send(call);
        helper.sent = err == noErr;
        return err == noErr ? MC_UNDER_WAY : fail_os(failure, err, call->attempt);
    }
    if (look_for_answer(call, &err)) {
        helper.sent = false;
        if (err == noErr)
            return done();
        if (err != MC_HELPER_NOT_IN_FRONT)
            return fail_os(failure, err, call->attempt);
    }
    if (!has_taken(ANSWER_TICKS))
        return MC_UNDER_WAY;
    mc_exchange_end();
    return fail(failure, MC_TIMEOUT, "the helper application does not answer");
}
