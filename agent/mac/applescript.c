/*
 * applescript.eval, as a job: the source is gathered in our heap, one turn compiles it, the next runs it. Compiling calls nobody, so
 * nothing bounds it; running calls applescript_callbacks.c. The component stays open from the first script on.
 */
#include "applescript.h"
#include "MacMemory.h"
#include "breadcrumb.h"
#include "clock.h"
#include "gather.h"
#include "log.h"
#include "machine.h"
#include "os_error.h"

/* How a script is to be run. */
typedef struct manner {
    uint32_t ticks; /* how long it may take */
    int32_t mode; /* of AESend: level of interaction, and whether the target may come to the front */
    int32_t display; /* of OSADisplay */
} manner;

static manner wished; /* while the source is gathered */

static ComponentInstance component;
static bool is_running; /* a script, so that we may be called from inside of the component */

static struct {
    manner manner;
    AEDesc source; /* typeChar; the handle is ours */
    uint16_t size;
    void (*next)(mc_job *job);
    uint32_t deadline;
    OSAID script;
    AEDesc result; /* typeChar, until nobody wants it any more */
} evaluation;

bool mc_has_applescript(void)
{
    return mc_gestalt(gestaltAppleScriptAttr) >> gestaltAppleScriptPresent & 1;
}

void mc_applescript_close(void)
{
    if (component && !is_running)
        CloseComponent(component);
    component = NULL;
}

static void drop(AEDesc *text)
{
    if (text->dataHandle)
        AEDisposeDesc(text);
    text->dataHandle = NULL;
}

/* ---- How a script ends ---- */

static void forget_code(void)
{
    if (component && evaluation.script != kOSANullScript)
        OSADispose(component, evaluation.script);
    evaluation.script = kOSANullScript;
}

static void forget_script(void)
{
    forget_code();
    drop(&evaluation.source);
}

static void dispose(void)
{
    forget_script();
    drop(&evaluation.result);
}

static void fail(mc_job *job, mc_code code, const char *message)
{
    mc_failure failure;
    mc_fail_with(&failure, code, message);
    mc_job_fail(job, &failure);
}

/* An error of the component itself, not of the script. */
static void fail_os(mc_job *job, OSAError err, const char *attempt)
{
    mc_failure failure;
    mc_fail_os(&failure, (OSErr)err, attempt);
    mc_job_fail(job, &failure);
}

/* AppleScript promises the number as a short; one of a script's own may need a long. */
static int32_t number_of_error(void)
{
    static const DescType types[] = {typeLongInteger, typeShortInteger};
    int32_t number = 0;
    for (uint8_t i = 0; i < 2; i++) {
        AEDesc desc = {typeNull, NULL};
        if (OSAScriptError(component, kOSAErrorNumber, types[i], &desc) != noErr)
            continue;
        number = types[i] == typeLongInteger ? *(int32_t *)*desc.dataHandle : *(int16_t *)*desc.dataHandle;
        AEDisposeDesc(&desc);
        break;
    }
    return number;
}

/* As much of it as a Pascal string holds. */
static void message_of_error(uint8_t *message)
{
    AEDesc desc = {typeNull, NULL};
    message[0] = 0;
    if (OSAScriptError(component, kOSAErrorMessage, typeChar, &desc) != noErr)
        return;
    Size size = GetHandleSize(desc.dataHandle);
    message[0] = size < 255 ? (uint8_t)size : 255;
    memcpy(message + 1, *desc.dataHandle, message[0]);
    AEDisposeDesc(&desc);
}

static bool place_of_error(uint16_t *start, uint16_t *end)
{
    AEDesc range = {typeNull, NULL}, record = {typeNull, NULL};
    DescType type;
    Size size;
    if (OSAScriptError(component, kOSAErrorRange, typeOSAErrorRange, &range) != noErr)
        return false;
    bool found = AECoerceDesc(&range, typeAERecord, &record) == noErr &&
                 AEGetParamPtr(&record, keyOSASourceStart, typeShortInteger, &type, start, sizeof *start, &size) == noErr &&
                 AEGetParamPtr(&record, keyOSASourceEnd, typeShortInteger, &type, end, sizeof *end, &size) == noErr;
    AEDisposeDesc(&record);
    AEDisposeDesc(&range);
    return found;
}

static uint16_t line_of(uint16_t place)
{
    const char *text = *evaluation.source.dataHandle;
    uint16_t line = 1;
    for (uint16_t i = 0; i < place && i < evaluation.size; i++)
        line = (uint16_t)(line + (text[i] == '\r'));
    return line;
}

static void fail_as_script(mc_job *job)
{
    mc_job_error error = {.code = MC_APPLESCRIPT, .number = number_of_error()};
    message_of_error(error.message);
    if (place_of_error(&error.start, &error.end))
        error.line = line_of(error.start);
    mc_job_fail_with(job, &error);
}

/* ---- Running it ---- */

/* The result takes memory twice, as value and as text: the code makes room for it. */
static void keep_result(mc_job *job, OSAID value)
{
    forget_code();
    if (value == kOSANullScript) {
        mc_job_finish(job, 0); /* a script without a result has no value */
        return;
    }
    OSAError err = OSADisplay(component, value, typeChar, evaluation.manner.display, &evaluation.result);
    if (err == errOSAScriptError)
        fail_as_script(job);
    else if (err != noErr)
        fail_os(job, err, "the result of the script could not be written");
    else
        mc_job_finish(job, (uint32_t)GetHandleSize(evaluation.result.dataHandle));
}

static void finish(mc_job *job, OSAError err, OSAID value)
{
    if (mc_job_must_stop(job))
        mc_job_stopped(job);
    else if (mc_osa_is_overdue())
        fail(job, MC_TIMEOUT, "the script took too long and was stopped");
    else if (err == errOSAScriptError)
        fail_as_script(job);
    else if (err != noErr)
        fail_os(job, err, "AppleScript could not run the script");
    else
        keep_result(job, value);
    if (value != kOSANullScript)
        OSADispose(component, value);
}

/* kOSAModeCantSwitchLayer means the opposite of AESend's bit, which has the same place. */
static int32_t mode_of_execution(void)
{
    return evaluation.manner.mode ^ kAECanSwitchLayer;
}

static void execute(mc_job *job)
{
    OSAID value = kOSANullScript;
    if (!mc_breadcrumb_begin("applescript.eval OSAExecute"))
        return;
    mc_osa_watch(job, evaluation.deadline, evaluation.manner.mode);
    is_running = true;
    OSAError err = OSAExecute(component, evaluation.script, kOSANullScript, mode_of_execution(), &value);
    is_running = false;
    mc_breadcrumb_end();
    finish(job, err, value);
    mc_osa_unwatch();
    forget_script();
}

static void compile(mc_job *job)
{
    if (!mc_breadcrumb_begin("applescript.eval OSACompile"))
        return;
    evaluation.script = kOSANullScript;
    OSAError err = OSACompile(component, &evaluation.source, kOSAModeNull, &evaluation.script);
    mc_breadcrumb_end();
    evaluation.next = execute;
    if (err == errOSAScriptError)
        fail_as_script(job);
    else if (err != noErr)
        fail_os(job, err, "AppleScript could not compile the script");
    if (err != noErr)
        forget_script();
}

static void open_component(mc_job *job)
{
    if (component) {
        evaluation.next = compile;
        return;
    }
    if (!mc_breadcrumb_begin("applescript.eval OpenDefaultComponent"))
        return;
    evaluation.next = compile;
    component = OpenDefaultComponent(kOSAComponentType, typeAppleScript);
    mc_breadcrumb_end();
    if (!component) {
        fail(job, MC_NO_MEMORY, "AppleScript did not open; it needs memory of the agent's partition");
        return;
    }
    OSASetActiveProc(component, mc_call_osa_active, 0);
    OSASetSendProc(component, mc_call_osa_send, 0);
}

static void step(mc_job *job)
{
    if (mc_job_must_stop(job))
        mc_job_stopped(job);
    else
        evaluation.next(job);
}

static bool read(uint32_t offset, uint8_t *to, uint16_t count, mc_failure *failure)
{
    (void)failure;
    memcpy(to, *evaluation.result.dataHandle + offset, count);
    return true;
}

static const mc_job_kind evaluation_job = {step, NULL, read, dispose};

/* ---- The request ---- */

static Handle allocate(Size size)
{
    return NewHandle(size);
}

static void begin(Handle source, uint16_t size)
{
    memset(&evaluation, 0, sizeof evaluation);
    evaluation.manner = wished;
    evaluation.source.descriptorType = typeChar;
    evaluation.source.dataHandle = source;
    evaluation.size = size;
    evaluation.deadline = mc_ticks() + wished.ticks;
    evaluation.next = open_component;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_APPLESCRIPT, "a script of %u bytes, at most %u ticks", (uint32_t)size, wished.ticks);
}

static const mc_gathering source_text = {&evaluation_job, allocate, begin};

/* Who may always ask may also come to the front for it. */
static int32_t mode_of(mc_interaction interaction)
{
    static const uint8_t modes[MC_INTERACTION_COUNT] = {kAENeverInteract, kAECanInteract, kAEAlwaysInteract | kAECanSwitchLayer};
    return modes[interaction];
}

void mc_applescript_eval(mc_request *request, const void *params)
{
    const mc_params_applescript_eval *wanted = params;
    if (!mc_has_applescript()) {
        mc_refuse(request, MC_UNSUPPORTED, "AppleScript is not installed on this Macintosh");
        return;
    }
    wished.ticks = MC_TICKS_OF_MS((uint32_t)wanted->timeout_ms);
    wished.mode = mode_of(wanted->interaction);
    wished.display = wanted->form == MC_SCRIPT_FORM_DISPLAY ? kOSAModeDisplayForHumans : kOSAModeNull;
    mc_gather(request, &source_text, wanted->size, "there is no room for the script");
}
