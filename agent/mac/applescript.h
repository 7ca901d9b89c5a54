/* AppleScript: one script at a time, bounded and served meanwhile by the callbacks of applescript_callbacks.c. */
#ifndef MC_APPLESCRIPT_H
#define MC_APPLESCRIPT_H

#include "OSA.h"
#include "job.h"

bool mc_has_applescript(void);

/* On every way out: closes the component, unless it is the one that we are called from; the Component Manager closes that one. */
void mc_applescript_close(void);

/* ---- applescript_callbacks.c ---- */

/* A script begins to run: what its callbacks go by. `deadline` in ticks. */
void mc_osa_watch(mc_job *job, uint32_t deadline, int32_t interaction);
void mc_osa_unwatch(void);

/* Whether the script that is watched was stopped because its time was up. */
bool mc_osa_is_overdue(void);

/* What AppleScript and AESend call (toolbox/osa_callbacks.S). */
void mc_call_osa_active(void);
void mc_call_osa_send(void);
void mc_call_osa_idle(void);

#endif
