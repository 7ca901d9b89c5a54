/*
 * The technique of remote-control programs of the time: the position goes into the low-memory globals that the mouse driver
 * writes, the button into MBState, and events are posted. Everything from `tick` down runs at interrupt time: it moves no
 * memory, calls nothing but PPostEvent and PrimeTime, and does one step at a time.
 */
#include "input_script.h"
#include "Events.h"
#include "LowMem.h"
#include "MacMemory.h"
#include "Timer.h"
#include "machine.h"

enum {
    PERIOD_MS = 16,
    FULL_QUEUE = 6, /* the queue holds about 20 events and drops the oldest: leave room for the user's own */
    TAKE_TICKS = 2 * 60, /* how long a press waits to be taken */
    STUCK_TICKS = 15 * 60, /* how long keys wait for room in the queue */
    BUTTON_AHEAD_TICKS = 60,
    BUTTON_UP = 0x80,
    BUTTON_DOWN = 0
};

/* Key codes of the modifier keys (Inside Macintosh V, chapter 10; ADB keyboards). */
enum { COMMAND_KEY = 0x37, SHIFT_KEY = 0x38, OPTION_KEY = 0x3A, CONTROL_KEY = 0x3B };

static mc_script *script;

static struct {
    TMTask task;
    volatile mc_run_state state;
    volatile uint16_t step; /* the next one */
    uint16_t character; /* of a text: the next one */
    uint16_t modifiers; /* held in KeyMap now */
    bool pressed;
    uint32_t due; /* in ticks: when the next step may be done */
    uint32_t patience; /* in ticks: when to stop waiting for the front application */
} run;

/* ---- At interrupt time ---- */

static void set_key(uint8_t code, bool down)
{
    uint8_t bit = (uint8_t)(1 << (code & 7));
    if (down)
        LMKeyMap[code >> 3] |= bit;
    else
        LMKeyMap[code >> 3] &= (uint8_t)~bit;
}

/* For programs that look at the keyboard with GetKeys instead of the event's modifiers. */
static void hold_modifiers(uint16_t modifiers)
{
    if (modifiers == run.modifiers)
        return;
    run.modifiers = modifiers;
    set_key(COMMAND_KEY, modifiers & cmdKey);
    set_key(SHIFT_KEY, modifiers & shiftKey);
    set_key(OPTION_KEY, modifiers & optionKey);
    set_key(CONTROL_KEY, modifiers & controlKey);
}

static void post(int16_t what, uint32_t message, uint16_t modifiers)
{
    EvQEl *element;
    if (PPostEvent(what, message, &element) == noErr)
        element->evtQModifiers |= modifiers;
}

static void post_key(uint32_t message, uint16_t modifiers)
{
    post(keyDown, message, modifiers);
    post(keyUp, message, modifiers);
}

/* Mouse too, not only what the cursor's own task copies there at the next tick: the next step may be a press. */
static void move_mouse(Point where)
{
    LMMTemp = where;
    LMRawMouse = where;
    LMMouse = where;
    LMCrsrNew = LMCrsrCouple;
}

/* The retrace task of a Plus, and the ADB mouse elsewhere, would set the button back to what they see: not before MBTicks. */
static void keep_pressed(void)
{
    LMMBState = BUTTON_DOWN;
    LMMBTicks = LMTicks + BUTTON_AHEAD_TICKS;
}

static void press(uint16_t modifiers)
{
    run.pressed = true;
    keep_pressed();
    post(mouseDown, 0, modifiers);
}

static void release(uint16_t modifiers)
{
    run.pressed = false;
    LMMBState = BUTTON_UP;
    LMMBTicks = LMTicks;
    post(mouseUp, 0, modifiers);
}

/* Events waiting in the queue, counted up to a limit: all, or of one kind. */
static uint8_t waiting(int16_t what, uint8_t limit)
{
    uint8_t count = 0;
    const EvQEl *element = (const EvQEl *)LMEventQueue->qHead;
    for (uint8_t guard = 0; element && guard < 32 && count < limit; guard++, element = element->qLink)
        if (!what || element->evtQWhat == what)
            count++;
    return count;
}

static bool is_past(uint32_t time)
{
    return (int32_t)(LMTicks - time) >= 0;
}

/* Characters one by one, as there is room in the queue. True when the text is through. */
static bool type_next(const mc_step *step)
{
    if (waiting(0, FULL_QUEUE) == FULL_QUEUE) {
        if (is_past(run.patience))
            run.state = MC_RUN_STUCK;
        return false;
    }
    uint16_t modifiers = step->modifiers;
    uint32_t message = mc_key_message(script->text[step->of.text.start + run.character], &modifiers);
    post_key(message, modifiers);
    run.patience = LMTicks + STUCK_TICKS;
    return ++run.character == step->of.text.length;
}

/* True when the step is done. */
static bool carry_out(const mc_step *step)
{
    hold_modifiers(step->modifiers);
    switch (step->kind) {
    case MC_STEP_MOVE:
        move_mouse(step->of.where);
        return true;
    case MC_STEP_PRESS:
        press(step->modifiers);
        return true;
    case MC_STEP_RELEASE:
        release(step->modifiers);
        return true;
    case MC_STEP_KEY:
        post_key(step->of.message, step->modifiers);
        return true;
    default:
        return type_next(step);
    }
}

/* A press is given time to be taken: otherwise a busy program would find the mouse already elsewhere, and a drag would become a
   click. */
static bool press_is_waiting(void)
{
    return run.step > 0 && script->steps[run.step - 1].until_taken && waiting(mouseDown, 1) && !is_past(run.patience);
}

static void next_step(void)
{
    const mc_step *step = &script->steps[run.step];
    if (!carry_out(step))
        return;
    run.step++;
    run.character = 0;
    run.due = LMTicks + step->ticks;
    run.patience = LMTicks + (step->until_taken ? TAKE_TICKS : STUCK_TICKS);
}

static void tick(void)
{
    if (run.pressed)
        keep_pressed();
    if (is_past(run.due) && !press_is_waiting()) {
        if (run.step < script->step_count)
            next_step();
        else
            run.state = MC_RUN_DONE;
    }
    if (run.state == MC_RUN_RUNNING)
        PrimeTime(&run.task, PERIOD_MS);
}

/* ---- From the event loop ---- */

bool mc_script_init(void)
{
    script = (mc_script *)NewPtrClear(sizeof(mc_script));
    mc_hold(script, sizeof(mc_script));
    return script != NULL;
}

mc_script *mc_script_memory(void)
{
    return script;
}

void mc_script_start(void)
{
    memset(&run, 0, sizeof run);
    run.state = MC_RUN_RUNNING;
    run.due = LMTicks;
    run.patience = LMTicks + STUCK_TICKS;
    run.task.tmAddr = tick;
    InsTime(&run.task);
    PrimeTime(&run.task, PERIOD_MS);
}

mc_run_state mc_script_state(void)
{
    return run.state;
}

uint16_t mc_script_steps_done(void)
{
    return run.step;
}

void mc_script_stop(void)
{
    if (run.state == MC_RUN_NONE)
        return;
    RmvTime(&run.task);
    run.state = MC_RUN_NONE;
    if (run.pressed)
        release(0);
    hold_modifiers(0);
}
