/*
 * A script of mouse and keyboard, carried out at interrupt time: it goes on while the front application tracks the mouse in a
 * loop of its own that gives nobody time.
 */
#ifndef MC_INPUT_SCRIPT_H
#define MC_INPUT_SCRIPT_H

#include "MacTypes.h"
#include "kchr.h"

enum { MC_MAX_STEPS = 512, MC_MAX_TEXT = 2048 };

typedef enum mc_step_kind { MC_STEP_MOVE, MC_STEP_PRESS, MC_STEP_RELEASE, MC_STEP_KEY, MC_STEP_TYPE, MC_STEP_END } mc_step_kind;

/* What comes before a step: a tick of its own for each, so that none does more than one thing. */
enum {
    MC_NEEDS_MODIFIERS = 1, /* keys held or let go: other ones than in the step before */
    MC_NEEDS_TAKING = 2, /* the front application has taken the press before it */
    MC_NEEDS_ROOM = 4 /* in the queue of events */
};

typedef struct mc_step {
    uint8_t kind;
    uint8_t needs;
    uint16_t modifiers; /* as in an event record */
    uint16_t ticks; /* to wait afterwards */
    union {
        Point where; /* of a move */
        uint32_t message; /* of a key: its code and character, as in an event record */
        const uint8_t *text_end; /* of a text: behind its last character in the script; it begins where the one before it ended */
    } of;
} mc_step;

typedef struct mc_script {
    uint16_t step_count;
    uint16_t text_length;
    mc_step steps[MC_MAX_STEPS + 1]; /* and the end */
    uint8_t text[MC_MAX_TEXT]; /* of all steps that type */
    mc_key keys[256]; /* the keyboard's, for each character */
} mc_script;

typedef enum mc_run_state { MC_RUN_NONE, MC_RUN_RUNNING, MC_RUN_DONE, MC_RUN_STUCK } mc_run_state;

/* Takes the script's memory, once. */
bool mc_script_init(void);

/* To be filled in while nothing runs. */
mc_script *mc_script_memory(void);

/* Looks up which keys the keyboard's layout has for characters; the user may change it at any time. */
void mc_script_read_layout(void);

/* Its last step is MC_STEP_END. */
void mc_script_start(void);

/* MC_RUN_STUCK: the front application took no events for many seconds; the rest was not carried out. */
mc_run_state mc_script_state(void);

uint16_t mc_script_steps_done(void);

/* Ends the script where it is, with the button and all keys up. Harmless when nothing runs. */
void mc_script_stop(void);

#endif
