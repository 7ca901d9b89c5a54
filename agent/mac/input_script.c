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
    FULL_QUEUE = 4, /* the queue holds about 20 events and drops the oldest: leave room for the user's own */
    QUEUE_GUARD = 32,
    TAKE_TICKS = 2 * 60, /* how long a press waits to be taken */
    STUCK_TICKS = 15 * 60, /* how long keys wait for room in the queue */
    BUTTON_AHEAD_TICKS = 60,
    BUTTON_UP = 0x80,
    BUTTON_DOWN = 0
};

static mc_script *script;

static struct {
    TMTask task;
    volatile mc_run_state state;
    const mc_step *step; /* the next one */
    const mc_step *end;
    uint16_t done; /* steps behind us */
    uint16_t key; /* of a text: the next one */
    uint16_t modifiers; /* held in KeyMap now */
    bool pressed;
    bool awaits_taking; /* the press before this step */
    uint32_t due; /* in ticks: when the next step may be done */
    uint32_t patience; /* in ticks: when to stop waiting for the front application */
} run;

/* ---- At interrupt time ---- */

/* For programs that look at the keyboard with GetKeys instead of the event's modifiers. The keys' codes are 37 (Command), 38
   (Shift), 3A (Option) and 3B (Control): the last bit of KeyMap's seventh byte, and bits 0, 2 and 3 of its eighth, which
   stand to each other as in the modifiers. */
static void hold_modifiers(uint16_t modifiers)
{
    run.modifiers = modifiers;
    LMKeyMap[6] = (uint8_t)((LMKeyMap[6] & 0x7F) | (modifiers & cmdKey ? 0x80 : 0));
    LMKeyMap[7] = (uint8_t)((LMKeyMap[7] & ~0x0D) | (modifiers >> 9 & 0x0D));
}
_Static_assert(shiftKey >> 9 == 1 && optionKey >> 9 == 4 && controlKey >> 9 == 8, "modifiers beside KeyMap");

static void post(int16_t what, uint32_t message, uint16_t modifiers)
{
    EvQEl *element;
    if (PPostEvent(what, message, &element) == noErr)
        element->evtQModifiers |= modifiers;
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
static void keep_pressed(uint32_t now)
{
    LMMBState = BUTTON_DOWN;
    LMMBTicks = now + BUTTON_AHEAD_TICKS;
}

static void release_button(uint32_t now)
{
    run.pressed = false;
    LMMBState = BUTTON_UP;
    LMMBTicks = now;
}

static bool is_past(uint32_t now, uint32_t time)
{
    return (int32_t)(now - time) >= 0;
}

static bool queue_is_full(void)
{
    const QElem *element = LMEventQueue->qHead;
    uint8_t count = 0;
    while (element && ++count < FULL_QUEUE)
        element = element->qLink;
    return element != NULL;
}

static bool press_is_in_queue(void)
{
    const EvQEl *element = (const EvQEl *)LMEventQueue->qHead;
    for (uint8_t guard = 0; element && guard < QUEUE_GUARD; guard++, element = element->qLink)
        if (element->evtQWhat == mouseDown)
            return true;
    return false;
}

/* One key, if there is room in the queue. True when the text is through. */
static __attribute__((noinline)) bool type_next(const mc_step *step, uint32_t now)
{
    if (queue_is_full()) {
        if (is_past(now, run.patience))
            run.state = MC_RUN_STUCK;
        return false;
    }
    mc_key key = script->keys[step->of.text.start + run.key];
    post(keyDown, key & MC_KEY_MESSAGE, key & MC_KEY_SHIFTED ? step->modifiers | shiftKey : step->modifiers);
    run.patience = now + STUCK_TICKS;
    return ++run.key == step->of.text.length;
}

/* True when the step is done. A key's way up is not posted: programs are not told of it unless they ask for it. */
static bool carry_out(const mc_step *step, uint32_t now)
{
    if (step->modifiers != run.modifiers)
        hold_modifiers(step->modifiers);
    switch (step->kind) {
    case MC_STEP_MOVE:
        move_mouse(step->of.where);
        return true;
    case MC_STEP_PRESS:
        run.pressed = true;
        keep_pressed(now);
        post(mouseDown, 0, step->modifiers);
        return true;
    case MC_STEP_RELEASE:
        release_button(now);
        post(mouseUp, 0, step->modifiers);
        return true;
    case MC_STEP_KEY:
        post(keyDown, step->of.message, step->modifiers);
        return true;
    default:
        return type_next(step, now);
    }
}

/* A press is given time to be taken: otherwise a busy program would find the mouse already elsewhere, and a drag would become a
   click. */
static bool press_is_waiting(uint32_t now)
{
    if (run.awaits_taking && press_is_in_queue() && !is_past(now, run.patience))
        return true;
    run.awaits_taking = false;
    return false;
}

static void next_step(uint32_t now)
{
    const mc_step *step = run.step;
    if (!carry_out(step, now))
        return;
    run.step = step + 1;
    run.done++;
    run.key = 0;
    run.due = now + step->ticks;
    run.awaits_taking = step->until_taken;
    run.patience = now + (step->until_taken ? TAKE_TICKS : STUCK_TICKS);
}

static void tick(void)
{
    uint32_t now = LMTicks;
    if (run.pressed)
        keep_pressed(now);
    if (is_past(now, run.due) && !press_is_waiting(now)) {
        if (run.step < run.end)
            next_step(now);
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
    run.step = script->steps;
    run.end = script->steps + script->step_count;
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
    return run.done;
}

void mc_script_stop(void)
{
    if (run.state == MC_RUN_NONE)
        return;
    RmvTime(&run.task);
    run.state = MC_RUN_NONE;
    if (run.pressed) {
        release_button(LMTicks);
        post(mouseUp, 0, 0);
    }
    hold_modifiers(0);
}
