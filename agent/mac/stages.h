/*
 * Changes of the disk that take several accesses, one in each turn. A stage makes one and names the next; when one fails, what was done
 * is undone, again in stages, and the request is refused.
 */
#ifndef MC_STAGES_H
#define MC_STAGES_H

#include "MacTypes.h"
#include "request.h"

typedef OSErr (*mc_stage)(void);

typedef struct mc_staged {
    void (*done)(mc_request *request); /* the last stage named no other: goes on like a handler */
    mc_stage undo; /* the first stage that undoes; its errors end nothing. NULL: there is nothing to undo */
    void (*abandon)(void); /* the connection has ended. NULL: undoes at once */
} mc_staged;

/* Goes through the stages. `attempt` says what they do, for an error. */
void mc_stages_begin(mc_request *request, const mc_staged *work, mc_stage first, const char *attempt);

/* What a stage returns: its result, and which one follows when it has succeeded; NULL: none. */
OSErr mc_then(OSErr err, mc_stage next);

/* What a stage returns that fails for a reason of ours. `param` may be NULL. */
OSErr mc_stage_refuse(mc_code code, const char *param, const char *message);

/* What the stages do from here on. */
void mc_attempt(const char *attempt);

/* Undoes in stages, then refuses with `failure`. */
void mc_stages_fail(mc_request *request, const mc_staged *work, const mc_failure *failure);

/* Goes through the stages that undo, without a turn between. */
void mc_stages_undo_at_once(const mc_staged *work);

#endif
