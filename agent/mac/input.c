/* screen.input: the request's events are compiled into a script, event by event; then the script runs at interrupt time. */
#include "Events.h"
#include "display.h"
#include "input_script.h"
#include "json_read.h"
#include "log.h"
#include "macroman.h"
#include "request.h"

enum {
    MOVE_TICKS = 1,
    PRESS_TICKS = 3, /* the button is down at least so long */
    RELEASE_TICKS = 2,
    DRAG_TICKS = 2, /* at each point of a path */
    KEY_TICKS = 2,
    RETURN = 13
};

static struct {
    mc_array events;
    mc_input_event event; /* decoded, not compiled yet ... */
    bool event_waits; /* ... if there is one */
    bool knows_layout; /* of the keyboard */
    mc_failure failure;
    Rect screen;
} input;

static bool unsuitable(const char *param, const char *message)
{
    mc_fail_with(&input.failure, MC_BAD_PARAMS, message);
    mc_failure_name(&input.failure, param, mc_length(param));
    return false;
}

/* ---- Steps ---- */

static mc_step *last_step(void)
{
    mc_script *script = mc_script_memory();
    return &script->steps[script->step_count - 1];
}

static mc_step *add_step(mc_step_kind kind, uint16_t modifiers, uint16_t ticks)
{
    mc_script *script = mc_script_memory();
    uint16_t held = script->step_count ? last_step()->modifiers : 0;
    if (script->step_count == MC_MAX_STEPS && kind != MC_STEP_END) {
        mc_fail_with(&input.failure, MC_TOO_LARGE, "the events make more steps than a script may have");
        return NULL;
    }
    mc_step *step = &script->steps[script->step_count++];
    memset(step, 0, sizeof *step);
    step->kind = (uint8_t)kind;
    step->needs = modifiers == held ? 0 : MC_NEEDS_MODIFIERS;
    step->modifiers = modifiers;
    step->ticks = ticks;
    return step;
}

static bool add_move(int32_t x, int32_t y, uint16_t modifiers, uint16_t ticks)
{
    if (x < input.screen.left || x >= input.screen.right)
        return unsuitable("x", "the point is not on the screen");
    if (y < input.screen.top || y >= input.screen.bottom)
        return unsuitable("y", "the point is not on the screen");
    mc_step *step = add_step(MC_STEP_MOVE, modifiers, ticks);
    if (step)
        step->of.where = (Point){(int16_t)y, (int16_t)x};
    return step != NULL;
}

/* What follows a press waits until the front application has taken it: a busy program would find the mouse already elsewhere, and a
   drag would become a click. */
static void wait_for_taking(void)
{
    last_step()->needs |= MC_NEEDS_TAKING;
}

/* ---- Events ---- */

static uint16_t event_modifiers(uint16_t flags)
{
    static const uint16_t bits[MC_MODIFIER_COUNT] = {cmdKey, shiftKey, optionKey, controlKey};
    uint16_t modifiers = 0;
    for (uint8_t i = 0; i < MC_MODIFIER_COUNT; i++)
        if (flags >> i & 1)
            modifiers |= bits[i];
    return modifiers;
}

static bool has_point(const mc_input_event *event)
{
    if (!(event->present & MC_HAS_INPUT_EVENT_X))
        return unsuitable("x", "the parameter is missing");
    if (!(event->present & MC_HAS_INPUT_EVENT_Y))
        return unsuitable("y", "the parameter is missing");
    return true;
}

static bool compile_move(const mc_input_event *event, uint16_t modifiers)
{
    return has_point(event) && add_move(event->x, event->y, modifiers, MOVE_TICKS);
}

/* Clicks that belong together must follow each other within the double-click time, so they do not wait to be taken. */
static bool compile_click(const mc_input_event *event, uint16_t modifiers)
{
    if (!compile_move(event, modifiers))
        return false;
    for (int32_t i = 0; i < event->count; i++)
        if (!add_step(MC_STEP_PRESS, modifiers, PRESS_TICKS) || !add_step(MC_STEP_RELEASE, modifiers, RELEASE_TICKS))
            return false;
    if (event->count == 1)
        wait_for_taking();
    return true;
}

static uint16_t ticks_of_ms(int32_t ms)
{
    return (uint16_t)((uint32_t)ms * 60 / 1000);
}

static bool compile_path(const mc_input_event *event, uint16_t modifiers)
{
    mc_array path;
    mc_point point;
    mc_array_start(&path, event->path, &mc_object_point, &input.failure);
    while (mc_array_next(&path, &point)) {
        if (!add_move(point.x, point.y, modifiers, DRAG_TICKS))
            return false;
        if (path.count == 1 && !add_step(MC_STEP_PRESS, modifiers, PRESS_TICKS))
            return false;
        if (path.count == 2)
            wait_for_taking();
    }
    if (!path.ended) {
        mc_failure_name(&input.failure, "path", mc_length("path")); /* unless it is a parameter inside of a point */
        return false;
    }
    return path.count >= 2 || unsuitable("path", "a drag has at least two points");
}

static bool compile_drag(const mc_input_event *event, uint16_t modifiers)
{
    if (!(event->present & MC_HAS_INPUT_EVENT_PATH))
        return unsuitable("path", "the parameter is missing");
    if (!compile_path(event, modifiers))
        return false;
    last_step()->ticks = (uint16_t)(DRAG_TICKS + ticks_of_ms(event->hold_ms));
    return add_step(MC_STEP_RELEASE, modifiers, RELEASE_TICKS) != NULL;
}

/* Without a key code the one is taken that makes the character. */
static bool compile_key(const mc_input_event *event, uint16_t modifiers)
{
    if (!(event->present & MC_HAS_INPUT_EVENT_CHAR))
        return unsuitable("char", "the parameter is missing");
    mc_key key = mc_script_memory()->keys[(uint8_t)event->char_];
    if (event->present & MC_HAS_INPUT_EVENT_CODE)
        key = (mc_key){(uint8_t)event->code, 0};
    mc_step *step = add_step(MC_STEP_KEY, modifiers | (uint16_t)(key.modifiers << 8), KEY_TICKS);
    if (step)
        step->of.message = (uint32_t)key.code << 8 | (uint8_t)event->char_;
    return step != NULL;
}

/* Adds the characters of a text; CR LF and LF become Return. */
static void add_text(const uint8_t *text, uint16_t length)
{
    mc_script *script = mc_script_memory();
    for (uint16_t i = 0; i < length; i++) {
        if (text[i] == '\n' && i > 0 && text[i - 1] == RETURN)
            continue;
        script->text[script->text_length++] = text[i] == '\n' ? RETURN : text[i];
    }
}

static bool compile_type(const mc_input_event *event, uint16_t modifiers)
{
    static uint8_t text[MC_STRING_BYTES];
    if (!(event->present & MC_HAS_INPUT_EVENT_TEXT))
        return unsuitable("text", "the parameter is missing");
    uint16_t length = mc_to_macroman(event->text, text, sizeof text);
    if (length == MC_NOT_MACROMAN)
        return unsuitable("text", "the text has a character that MacRoman lacks");
    if (length == 0)
        return true;
    mc_step *step = add_step(MC_STEP_TYPE, modifiers, KEY_TICKS);
    if (!step)
        return false;
    add_text(text, length);
    step->needs |= MC_NEEDS_ROOM;
    step->of.text_end = &mc_script_memory()->text[mc_script_memory()->text_length];
    return true;
}

static bool compile_event(const mc_input_event *event)
{
    uint16_t modifiers = event_modifiers(event->modifiers);
    switch ((mc_gesture)event->type) {
    case MC_GESTURE_MOVE:
        return compile_move(event, modifiers);
    case MC_GESTURE_CLICK:
        return compile_click(event, modifiers);
    case MC_GESTURE_DRAG:
        return compile_drag(event, modifiers);
    case MC_GESTURE_KEY:
        return compile_key(event, modifiers);
    default:
        return compile_type(event, modifiers);
    }
}

/* ---- The request ---- */

static void run_step(mc_request *request)
{
    mc_run_state state = mc_script_state();
    uint32_t steps = mc_script_steps_done();
    if (state == MC_RUN_RUNNING)
        return;
    mc_script_stop();
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_INPUT, state == MC_RUN_STUCK ? "stuck after %u steps" : "%u steps done", steps);
    if (state == MC_RUN_STUCK) {
        mc_refuse(request, MC_TIMEOUT, "the front application takes no events");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "steps", steps);
    mc_answer_end(request);
}

static const mc_worker runner = {run_step, mc_script_stop};

static void start_script(mc_request *request)
{
    mc_release_params(request);
    add_step(MC_STEP_END, 0, 0);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_INPUT, "script of %u steps begins",
           (uint32_t)(mc_script_memory()->step_count - 1));
    mc_script_start();
    mc_work(request, &runner);
}

/* The layout of the keyboard has a turn of its own. Decoding an event and compiling it are work for a turn each, too: either goes
   through all of a long text. */
static void compile_step(mc_request *request)
{
    if (!input.knows_layout) {
        input.knows_layout = true;
        mc_script_read_layout();
        return;
    }
    if (input.event_waits) {
        input.event_waits = false;
        compile_event(&input.event);
    } else {
        input.event_waits = mc_array_next(&input.events, &input.event);
    }
    if (input.failure.code == MC_BAD_PARAMS)
        mc_failure_name(&input.failure, "events", mc_length("events")); /* unless it is a parameter inside of one */
    if (input.failure.code != MC_OK)
        mc_refuse_with(request, &input.failure);
    else if (input.events.ended)
        start_script(request);
}

static const mc_worker compiler = {compile_step, mc_script_stop};

void mc_screen_input(mc_request *request, const void *params)
{
    const mc_params_screen_input *wanted = params;
    mc_display display;
    if (!mc_script_memory()) {
        mc_refuse(request, MC_NO_MEMORY, "there was no memory for scripts when the agent started");
        return;
    }
    mc_display_get(&display);
    input.screen = display.bounds;
    input.event_waits = false;
    input.knows_layout = false;
    mc_script_memory()->step_count = 0;
    mc_script_memory()->text_length = 0;
    mc_array_start(&input.events, wanted->events, &mc_object_input_event, &input.failure);
    mc_keep_params(request);
    mc_work(request, &compiler);
}
