/*
 * The technique of remote-control programs of the time: the position goes to the Cursor Device Manager, or, where there is none, into
 * the low-memory globals that the mouse driver writes; the button goes into MBState, and events are posted. Everything from
 * `tick` down runs at interrupt time: it moves no memory, calls nothing but PPostEvent, PrimeTime and what mouse drivers call, and
 * does one step at a time.
 */
#include "input_script.h"
#include "CursorDevices.h"
#include "Events.h"
#include "LowMem.h"
#include "MacMemory.h"
#include "Timer.h"
#include "machine.h"

enum {
    PERIOD_MS = 16,
    FULL_QUEUE = 4, /* the queue holds about 20 events and drops the oldest: leave room for the user's own */
    FAR_BACK = 8, /* how many events of the queue are looked at */
    TAKE_TICKS = 2 * 60, /* how long a press waits to be taken */
    STUCK_TICKS = 15 * 60, /* how long keys wait for room in the queue */
    BUTTON_AHEAD_TICKS = 60,
    BUTTON_UP = 0x80,
    BUTTON_DOWN = 0
};

static mc_script *script;

typedef struct running {
    TMTask task;
    volatile mc_run_state state;
    const mc_step *step; /* the next one */
    const uint8_t *character; /* of a text: the next one */
    uint32_t due; /* in ticks: when the next step, or what it needs, may be done */
    uint8_t needs; /* of the next step: what is still to be done before it */
    bool pressed;
    CursorDevicePtr device; /* that moves the pointer, where there is a Cursor Device Manager */
} running;

static running run;

/* ---- At interrupt time ---- */

/* For programs that look at the keyboard with GetKeys instead of the event's modifiers. The keys' codes are 37 (Command), 38
   (Shift), 3A (Option) and 3B (Control): the last bit of KeyMap's seventh byte, and bits 0, 2 and 3 of its eighth, which
   stand to each other as in the modifiers. */
static void hold_modifiers(uint16_t modifiers)
{
    LMKeyMap[6] = (uint8_t)((LMKeyMap[6] & 0x7F) | (modifiers & cmdKey ? 0x80 : 0));
    LMKeyMap[7] = (uint8_t)((LMKeyMap[7] & ~0x0D) | (modifiers >> 9 & 0x0D));
}
_Static_assert(shiftKey >> 9 == 1 && optionKey >> 9 == 4 && controlKey >> 9 == 8, "modifiers beside KeyMap");

static inline __attribute__((always_inline)) void post(int16_t what, uint32_t message, uint16_t modifiers)
{
    EvQEl *element;
    if (PPostEvent(what, message, &element) == noErr)
        element->evtQModifiers |= modifiers;
}

/* Apart, so that the others need not save the registers that it takes. */
static __attribute__((noinline)) void move_device(CursorDevicePtr device, Point where)
{
    CursorDeviceMoveTo(device, where.h, where.v);
}

/* As the mouse's own driver does it. Mouse too, which both ways reach only at the next tick: the next step may be a press. */
static void move_mouse(const running *r, Point where)
{
    if (r->device) {
        move_device(r->device, where);
    } else {
        LMMTemp = where;
        LMRawMouse = where;
        LMCrsrNew = LMCrsrCouple;
    }
    LMMouse = where;
}

/* The retrace task of a Plus would set the button back to what it sees: not before MBTicks. An ADB mouse is heard only when it moves or its
   button changes, and its driver then believes at once that the button is up. */
static void keep_pressed(uint32_t now)
{
    LMMBState = BUTTON_DOWN;
    LMMBTicks = now + BUTTON_AHEAD_TICKS;
}

static void release_button(running *r, uint32_t now)
{
    r->pressed = false;
    LMMBState = BUTTON_UP;
    LMMBTicks = now;
}

static bool queue_is_full(void)
{
    const QElem *element = LMEventQueue->qHead;
    uint8_t count = 0;
    while (element && ++count < FULL_QUEUE)
        element = element->qLink;
    return element != NULL;
}

/* Behind a long row of events it may lie too, and then nobody takes any. */
static bool press_is_in_queue(void)
{
    const EvQEl *element = (const EvQEl *)LMEventQueue->qHead;
    for (uint8_t left = FAR_BACK; element && left > 0; left--, element = element->qLink)
        if (element->evtQWhat == mouseDown)
            return true;
    return element != NULL;
}

/* One of the things that the next step needs. */
static void prepare(running *r, const mc_step *step, uint32_t waited)
{
    if (r->needs & MC_NEEDS_MODIFIERS) {
        hold_modifiers(step->modifiers);
        r->needs &= ~MC_NEEDS_MODIFIERS;
    } else if (r->needs & MC_NEEDS_TAKING) {
        if (waited >= TAKE_TICKS || !press_is_in_queue())
            r->needs &= ~MC_NEEDS_TAKING;
    } else if (!queue_is_full()) {
        r->needs = 0;
    } else if (waited >= STUCK_TICKS) {
        r->state = MC_RUN_STUCK;
    }
}

/* True when it was the text's last. */
static bool type_key(running *r, const mc_step *step)
{
    uint8_t character = *r->character++;
    mc_key key = script->keys[character];
    post(keyDown, (uint32_t)key.code << 8 | character, step->modifiers | (uint16_t)(key.modifiers << 8));
    return r->character == step->of.text_end;
}

/* True when the step is done. A key's way up is not posted: programs are not told of it unless they ask for it. */
static bool carry_out(running *r, const mc_step *step, uint32_t now)
{
    switch (step->kind) {
    case MC_STEP_MOVE:
        move_mouse(r, step->of.where);
        return true;
    case MC_STEP_PRESS:
        r->pressed = true;
        keep_pressed(now);
        post(mouseDown, 0, step->modifiers);
        return true;
    case MC_STEP_RELEASE:
        release_button(r, now);
        post(mouseUp, 0, step->modifiers);
        return true;
    case MC_STEP_KEY:
        post(keyDown, step->of.message, step->modifiers);
        return true;
    case MC_STEP_TYPE:
        return type_key(r, step);
    default:
        r->state = MC_RUN_DONE;
        return false;
    }
}

static void next_step(running *r, uint32_t now)
{
    const mc_step *step = r->step;
    r->due = now + step->ticks;
    if (carry_out(r, step, now))
        r->step = ++step;
    r->needs = step->needs;
}

static void tick(void)
{
    running *r = &run;
    __asm__("" : "+a"(r)); /* in a register, from where a field is nearer than at an address */
    uint32_t now = LMTicks;
    uint32_t waited = now - r->due;
    if (r->pressed)
        keep_pressed(now);
    if ((int32_t)waited >= 0) {
        if (r->needs)
            prepare(r, r->step, waited);
        else
            next_step(r, now);
    }
    if (r->state == MC_RUN_RUNNING)
        PrimeTime(&r->task, PERIOD_MS);
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

/* The first one, as what moves the pointer for everybody; NULL where the machine keeps no list of them. */
static CursorDevicePtr find_device(void)
{
    CursorDevicePtr device = NULL;
    if (!mc_has_tool_trap(_CursorDeviceDispatch) || CursorDeviceNextDevice(&device) != noErr)
        return NULL;
    return device;
}

void mc_script_start(void)
{
    memset(&run, 0, sizeof run);
    run.state = MC_RUN_RUNNING;
    run.step = script->steps;
    run.character = script->text;
    run.device = find_device();
    run.due = LMTicks;
    run.needs = script->steps[0].needs;
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
    return (uint16_t)(run.step - script->steps);
}

void mc_script_stop(void)
{
    if (run.state == MC_RUN_NONE)
        return;
    RmvTime(&run.task);
    run.state = MC_RUN_NONE;
    if (run.pressed) {
        release_button(&run, LMTicks);
        post(mouseUp, 0, 0);
    }
    hold_modifiers(0);
}
