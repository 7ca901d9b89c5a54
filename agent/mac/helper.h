/*
 * The helper application mc-clipboard (helper/mc_clipboard.c): the agent carries it as a resource, keeps it as a file beside its preferences,
 * and launches it when the scrap is wanted. What is done with it is done in steps, each called once a turn until it is done.
 */
#ifndef MC_HELPER_H
#define MC_HELPER_H

#include "AppleEvents.h"
#include "clipboard_events.h"
#include "request.h"

typedef enum mc_progress {
    MC_UNDER_WAY,
    MC_DONE,
    MC_FAILED /* `failure` says why */
} mc_progress;

typedef mc_progress (*mc_step)(mc_failure *failure);

/* Before the first step. */
void mc_helper_begin(mc_request *request);

/* The file is there and is what the agent carries. */
mc_progress mc_helper_install(mc_failure *failure);

/* It runs, behind whatever is in front. */
mc_progress mc_helper_launch(mc_failure *failure);

/* It is in front; the application that was puts out what it keeps for itself. */
mc_progress mc_helper_come_forward(mc_failure *failure);

/* The application that was in front is there again, and has been given the scrap. It may itself be unable to come: that is no
   failure of what was asked. */
mc_progress mc_helper_go_back(mc_failure *failure);

/* It has quit, or was asked to and takes its time. */
mc_progress mc_helper_leave(mc_failure *failure);

/* On every other way out: all of the last two that can be done at once. Does nothing when the helper does not run. */
void mc_helper_dismiss(void);

/* One event to it and its answer. `put` adds the parameters, `use` looks at the answer; `failure` says that `attempt` failed. */
typedef struct mc_helper_call {
    OSType id;
    OSErr (*put)(AppleEvent *event);
    OSErr (*use)(const AppleEvent *answer);
    const char *attempt;
} mc_helper_call;

mc_progress mc_helper_exchange(const mc_helper_call *call, mc_failure *failure);

#endif
