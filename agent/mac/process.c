/* process.list, process.front, process.quit. process.launch is in launch.c. */
#include "AppleEvents.h"
#include "breadcrumb.h"
#include "clock.h"
#include "exchange.h"
#include "log.h"
#include "os_error.h"
#include "processes.h"

enum {
    PROCESS_BYTES = 512, /* more than any process takes as JSON */
    FRONT_TICKS = 2 * 60
};

/* ---- process.list ---- */

static void write_process(mc_writer *writer, const mc_process *process)
{
    const ProcessInfoRec *info = &process->info;
    mc_write_open(writer, '{');
    mc_write_process_number(writer, &process->psn);
    mc_member_pascal(writer, "name", process->name);
    mc_member_ostype(writer, "type", info->processType);
    mc_member_ostype(writer, "creator", info->processSignature);
    mc_member_unsigned(writer, "launched_at", info->processLaunchDate);
    mc_member_unsigned(writer, "mem_size", info->processSize);
    mc_member_unsigned(writer, "mem_used", info->processSize - info->processFreeMem);
    mc_member_boolean(writer, "front", mc_process_is_in_front(&process->psn));
    mc_member_boolean(writer, "background_only", info->processMode & modeOnlyBackground);
    mc_write_close(writer, '}');
}

/* Writes those from the cursor on that fit; moves the cursor behind the last. procNotFound when that was the last one of all. */
static OSErr write_page(mc_writer *writer, int32_t *cursor)
{
    mc_process process = {.psn = mc_no_process};
    int32_t index = 0;
    OSErr err;
    while ((err = mc_process_next(&process)) == noErr) {
        if (index++ < *cursor)
            continue;
        if (mc_writer_room(writer) <= PROCESS_BYTES)
            return noErr;
        write_process(writer, &process);
        ++*cursor;
    }
    return err;
}

void mc_process_list(mc_request *request, const void *params)
{
    const mc_params_process_list *list = params;
    int32_t cursor = list->cursor;
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "processes");
    mc_write_open(writer, '[');
    OSErr err = write_page(writer, &cursor);
    mc_write_close(writer, ']');
    if (err == noErr)
        mc_member_unsigned(writer, "cursor", (uint32_t)cursor);
    if (err == noErr || err == procNotFound)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "reading the list of processes failed");
}

/* ---- process.front and process.quit: a process, and how long to look what becomes of it ---- */

static struct {
    mc_process process;
    uint32_t start; /* in ticks */
    uint32_t ticks;
} waiting;

static void start_waiting(uint32_t ticks)
{
    waiting.start = mc_ticks();
    waiting.ticks = ticks;
}

static bool is_over(void)
{
    return mc_ticks() - waiting.start >= waiting.ticks;
}

/* What was asked of the process cannot be taken back. */
static void abandon(void)
{
}

static void answer_front(mc_request *request, bool front)
{
    mc_member_boolean(mc_answer(request), "front", front);
    mc_answer_end(request);
}

static void look_at_front(mc_request *request)
{
    bool front = mc_process_is_in_front(&waiting.process.psn);
    if (front || is_over())
        answer_front(request, front);
}

static const mc_worker front_worker = {look_at_front, abandon};

void mc_process_front(mc_request *request, const void *params)
{
    const mc_params_process_front *front = params;
    waiting.process.psn = mc_process_number(&front->psn);
    OSErr err = mc_process_describe(&waiting.process);
    if (err == noErr && waiting.process.info.processMode & modeOnlyBackground)
        err = appIsDaemon;
    if (err == noErr)
        err = SetFrontProcess(&waiting.process.psn);
    if (err != noErr) {
        mc_refuse_os(request, err, "the process cannot come to the front");
        return;
    }
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_PROCESS, "bring %P to the front", waiting.process.name);
    start_waiting(FRONT_TICKS);
    mc_work(request, &front_worker);
}

static void answer_quit(mc_request *request, mc_quit_outcome outcome)
{
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_PROCESS, "quit %P: %s", waiting.process.name, mc_word(mc_quit_outcome_names, outcome));
    mc_member_text(mc_answer(request), "outcome", mc_word(mc_quit_outcome_names, outcome));
    mc_answer_end(request);
}

static void look_whether_gone(mc_request *request)
{
    mc_process now = {.psn = waiting.process.psn};
    if (mc_process_describe(&now) == procNotFound)
        answer_quit(request, MC_QUIT_OUTCOME_GONE);
    else if (is_over())
        answer_quit(request, MC_QUIT_OUTCOME_SENT_UNCONFIRMED);
}

static const mc_worker quit_worker = {look_whether_gone, abandon};

/* It may ask whether to save: that is for whoever looks at the screen. */
static OSErr send_quit(const ProcessSerialNumber *psn)
{
    AppleEvent event;
    OSErr err = mc_event_create(kCoreEventClass, kAEQuitApplication, psn, &event);
    if (err != noErr)
        return err;
    err = mc_event_send(&event, kAENoReply | kAEAlwaysInteract);
    AEDisposeDesc(&event);
    return err;
}

/* An answer is not waited for: a program that asks whether to save gives it when that is answered. */
static void ask_to_quit(mc_request *request)
{
    if (!mc_breadcrumb_begin("process.quit AESend"))
        return;
    OSErr err = send_quit(&waiting.process.psn);
    mc_breadcrumb_end();
    if (err == procNotFound || err == connectionInvalid) {
        answer_quit(request, MC_QUIT_OUTCOME_NOT_RUNNING);
        return;
    }
    if (err != noErr) {
        mc_refuse_os(request, err, "asking the process to quit failed");
        return;
    }
    start_waiting(waiting.ticks);
    mc_work(request, &quit_worker);
}

static const mc_worker ask_worker = {ask_to_quit, abandon};

void mc_process_quit(mc_request *request, const void *params)
{
    const mc_params_process_quit *quit = params;
    waiting.process.psn = mc_process_number(&quit->psn);
    waiting.process.name[0] = 0;
    waiting.ticks = MC_TICKS_OF_MS((uint32_t)quit->timeout_ms);
    OSErr err = mc_process_describe(&waiting.process);
    if (err == procNotFound)
        answer_quit(request, MC_QUIT_OUTCOME_NOT_RUNNING);
    else if (err != noErr)
        mc_refuse_os(request, err, "looking for the process failed");
    else if (mc_process_is_ourselves(&waiting.process.psn))
        mc_refuse(request, MC_PROTECTED, "the agent does not quit itself");
    else
        mc_work(request, &ask_worker);
}
