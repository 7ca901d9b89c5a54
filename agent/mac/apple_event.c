/*
 * apple_event.send, as a job: some turns build the event, one sends it, then each turn looks whether the answer has come, and when it
 * has takes a part of it into the flat form. AESend is told not to wait (kAEQueueReply): the deadline is ours, and the host is
 * served meanwhile.
 */
#include "MacMemory.h"
#include "breadcrumb.h"
#include "clock.h"
#include "descriptors.h"
#include "exchange.h"
#include "gather.h"
#include "log.h"
#include "macroman.h"
#include "os_error.h"
#include "processes.h"

enum { ALIVE_TICKS = 30 /* between two looks whether the target still runs */ };

/* What is to be sent. */
typedef struct outgoing {
    OSType class;
    OSType id;
    mc_process target;
    int32_t mode;
    uint32_t ticks; /* how long to wait for an answer */
} outgoing;

static outgoing wished; /* while its parameters are gathered */

/* ---- The job ---- */

static struct {
    outgoing event;
    Handle flat; /* the parameters, in temporary memory */
    uint16_t size;
    void (*next)(mc_job *job);
    bool has_event;
    AppleEvent built;
    uint32_t sent; /* in ticks */
    uint32_t looked;
    bool has_answer;
    AppleEvent answer;
} sending;

static void drop_parameters(void)
{
    if (sending.flat)
        DisposeHandle(sending.flat);
    sending.flat = NULL;
}

static void drop_event(void)
{
    if (sending.has_event)
        AEDisposeDesc(&sending.built);
    sending.has_event = false;
}

static void drop_answer(void)
{
    if (sending.has_answer)
        AEDisposeDesc(&sending.answer);
    sending.has_answer = false;
}

static void put_away(void)
{
    mc_exchange_end();
    mc_descriptors_end();
    drop_parameters();
    drop_event();
    drop_answer();
}

/* What failed has no result that would have to be kept. */
static void fail(mc_job *job, const mc_failure *failure)
{
    put_away();
    mc_job_fail(job, failure);
}

static void fail_os(mc_job *job, OSErr err, const char *attempt)
{
    mc_failure failure;
    mc_fail_os(&failure, err, attempt);
    fail(job, &failure);
}

static void fail_with(mc_job *job, const mc_job_error *error)
{
    put_away();
    mc_job_fail_with(job, error);
}

/* ---- The answer ---- */

static void flatten(mc_job *job)
{
    mc_failure failure;
    switch (mc_flatten_step(&failure)) {
    case MC_DESCRIPTORS_MORE:
        break;
    case MC_DESCRIPTORS_DONE:
        drop_answer();
        mc_job_finish(job, mc_flattened_size());
        break;
    case MC_DESCRIPTORS_FAILED:
        fail(job, &failure);
        break;
    }
}

/* The application's own words, where it has any. */
static void fail_as_answered(mc_job *job, int32_t number)
{
    static const uint8_t no_words[] = "\60the application answered the event with an error";
    mc_job_error error = {.code = MC_APPLE_EVENT, .number = number};
    DescType type;
    Size size;
    OSErr err = AEGetParamPtr(&sending.answer, keyErrorString, typeChar, &type, error.message + 1, sizeof error.message - 1, &size);
    if (err == noErr && size > 0)
        error.message[0] = (uint8_t)(size < (Size)sizeof error.message ? size : (Size)sizeof error.message - 1);
    else
        memcpy(error.message, no_words, sizeof no_words);
    fail_with(job, &error);
}

static void look_into(mc_job *job)
{
    mc_failure failure;
    int32_t number = 0;
    DescType type;
    Size size;
    OSErr err = AEGetParamPtr(&sending.answer, keyErrorNumber, typeLongInteger, &type, &number, sizeof number, &size);
    if (err == noErr && number != 0) {
        fail_as_answered(job, number);
        return;
    }
    if (mc_flatten_begin(&sending.answer, &failure))
        sending.next = flatten;
    else
        fail(job, &failure);
}

/* Nobody answers for an application that has gone. */
static bool target_is_gone(void)
{
    mc_process now = {.psn = sending.event.target.psn};
    if (mc_ticks() - sending.looked < ALIVE_TICKS)
        return false;
    sending.looked = mc_ticks();
    return mc_process_describe(&now) == procNotFound;
}

static void wait_for_answer(mc_job *job)
{
    static const mc_job_error gone = {.code = MC_APPLE_EVENT, .number = connectionInvalid, .message = "\50the application ended before it answered"};
    mc_failure failure;
    OSErr err;
    if (mc_exchange_answer(&sending.answer, &err)) {
        sending.has_answer = err == noErr;
        sending.next = look_into;
        if (err != noErr)
            fail_os(job, err, "keeping the answer failed");
    } else if (target_is_gone()) {
        fail_with(job, &gone);
    } else if (mc_ticks() - sending.sent >= sending.event.ticks) {
        mc_fail_with(&failure, MC_TIMEOUT, "the application did not answer in time; a dialog may be waiting there");
        fail(job, &failure);
    }
}

/* ---- The event ---- */

static OSErr send_built(void)
{
    bool wants_answer = !(sending.event.mode & kAENoReply);
    return wants_answer ? mc_exchange_begin(&sending.built, sending.event.mode) : mc_event_send(&sending.built, sending.event.mode);
}

static void send(mc_job *job)
{
    if (!mc_breadcrumb_begin("apple_event.send AESend"))
        return;
    OSErr err = send_built();
    mc_breadcrumb_end();
    drop_event();
    sending.sent = mc_ticks();
    sending.looked = sending.sent;
    sending.next = wait_for_answer;
    if (err != noErr)
        fail_os(job, err, "sending the Apple event failed");
    else if (sending.event.mode & kAENoReply)
        mc_job_finish(job, 0);
}

static void build(mc_job *job)
{
    mc_failure failure;
    switch (mc_build_step(&failure)) {
    case MC_DESCRIPTORS_MORE:
        break;
    case MC_DESCRIPTORS_DONE:
        drop_parameters();
        sending.next = send;
        break;
    case MC_DESCRIPTORS_FAILED:
        fail(job, &failure);
        break;
    }
}

static void create(mc_job *job)
{
    const outgoing *wanted = &sending.event;
    OSErr err = mc_event_create(wanted->class, wanted->id, &wanted->target.psn, &sending.built);
    if (err != noErr) {
        fail_os(job, err, "making the Apple event failed");
        return;
    }
    sending.has_event = true;
    HLock(sending.flat);
    mc_build_begin(&sending.built, (const uint8_t *)*sending.flat, sending.size);
    sending.next = build;
}

static void step(mc_job *job)
{
    if (!mc_job_must_stop(job)) {
        sending.next(job);
        return;
    }
    put_away();
    mc_job_stopped(job);
}

static bool read(uint32_t offset, uint8_t *to, uint16_t count, mc_failure *failure)
{
    (void)failure;
    mc_flattened_copy(offset, to, count);
    return true;
}

static const mc_job_kind sending_job = {step, NULL, read, put_away};

/* ---- The request ---- */

static Handle allocate(Size size)
{
    OSErr err;
    return TempNewHandle(size, &err);
}

static void begin(Handle parameters, uint16_t size)
{
    memset(&sending, 0, sizeof sending);
    sending.event = wished;
    sending.flat = parameters;
    sending.size = size;
    sending.next = create;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_APPLE_EVENT, "send %t/%t to %P", wished.class, wished.id, wished.target.name);
}

static const mc_gathering parameters = {&sending_job, allocate, begin};

/* ---- The target ---- */

static bool is_meant(const mc_params_apple_event_send *wanted, const uint8_t *name, const mc_process *process)
{
    if (wanted->present & MC_HAS_APPLE_EVENT_SEND_SIGNATURE)
        return process->info.processSignature == wanted->signature;
    return memcmp(process->name, name, (size_t)name[0] + 1) == 0;
}

/* By signature or name. More than one is no target either: which one is meant its number tells. */
static bool look_for_target(const mc_params_apple_event_send *wanted, const uint8_t *name, mc_failure *failure)
{
    mc_process process = {.psn = mc_no_process};
    uint8_t found = 0;
    while (mc_process_next(&process) == noErr) {
        if (!is_meant(wanted, name, &process))
            continue;
        wished.target = process;
        found++;
    }
    if (found == 0)
        return mc_fail_with(failure, MC_NOT_FOUND, "no such application is running");
    return found == 1 || mc_fail_with(failure, MC_BAD_PARAMS, "several such applications are running: say which by psn");
}

static bool find_target(const mc_params_apple_event_send *wanted, mc_failure *failure)
{
    uint8_t name[MC_NAME_CHARS + 1] = {0};
    if (wanted->present & MC_HAS_APPLE_EVENT_SEND_NAME) {
        uint16_t length = mc_to_macroman(wanted->name, name + 1, MC_NAME_CHARS);
        if (length == MC_NOT_MACROMAN)
            return mc_fail_with(failure, MC_NOT_FOUND, "no application can have such a name");
        name[0] = (uint8_t)length;
    }
    if (!(wanted->present & MC_HAS_APPLE_EVENT_SEND_PSN))
        return look_for_target(wanted, name, failure);
    wished.target.psn = mc_process_number(&wanted->psn);
    OSErr err = mc_process_describe(&wished.target);
    return err == noErr || mc_fail_os(failure, err, "no such process is running");
}

static uint8_t count_targets(const mc_params_apple_event_send *wanted)
{
    return (uint8_t)(!!(wanted->present & MC_HAS_APPLE_EVENT_SEND_PSN) + !!(wanted->present & MC_HAS_APPLE_EVENT_SEND_SIGNATURE) +
                     !!(wanted->present & MC_HAS_APPLE_EVENT_SEND_NAME));
}

static bool choose_target(const mc_params_apple_event_send *wanted, mc_failure *failure)
{
    if (count_targets(wanted) != 1)
        return mc_fail_with(failure, MC_BAD_PARAMS, "give exactly one of psn, signature and name");
    if (!find_target(wanted, failure))
        return false;
    return !mc_process_is_ourselves(&wished.target.psn) ||
           mc_fail_with(failure, MC_BAD_PARAMS, "the agent sends no events to itself");
}

static int32_t mode_of(const mc_params_apple_event_send *wanted)
{
    static const uint8_t levels[MC_INTERACTION_COUNT] = {kAENeverInteract, kAECanInteract, kAEAlwaysInteract};
    return levels[wanted->interaction] | (wanted->reply ? 0 : kAENoReply) | (wanted->switch_layer ? kAECanSwitchLayer : 0);
}

void mc_apple_event_send(mc_request *request, const void *params)
{
    const mc_params_apple_event_send *wanted = params;
    mc_failure failure;
    if (!choose_target(wanted, &failure)) {
        mc_refuse_with(request, &failure);
        return;
    }
    wished.class = wanted->class;
    wished.id = wanted->id;
    wished.mode = mode_of(wanted);
    wished.ticks = MC_TICKS_OF_MS((uint32_t)wanted->timeout_ms);
    mc_gather(request, &parameters, wanted->size, "there is no room for the parameters");
}
