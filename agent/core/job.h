/*
 * A long operation beside the conversation: a script, an Apple event, the deletion of a folder. A handler starts it and
 * answers with its id; the event loop drives it; the host learns of its end by the event job.done and then fetches what it
 * has produced. There is one at a time; the last one is remembered until another begins or its connection ends.
 */
#ifndef MC_JOB_H
#define MC_JOB_H

#include "request.h"

typedef struct mc_job mc_job;

typedef struct mc_job_kind {
    /* Once a turn of the event loop, outside of the session's turn, until the job has an end: so it may be inside of the Toolbox for
       long, if it lets mc_serve_meanwhile (mac/main.c) go on from there. */
    void (*step)(mc_job *job);
    /* Once, when the job is to end early: the host asked for it, or has gone. The next step, or the one under way, then calls
       mc_job_stopped. NULL when mc_job_must_stop is enough. */
    void (*stop)(mc_job *job);
    /* Copies `count` bytes of the result from `offset` on. NULL when there never is one. */
    bool (*read)(uint32_t offset, uint8_t *to, uint16_t count, mc_failure *failure);
    /* Once, when the job has ended, however, and its result is no longer needed. NULL when nothing is to be given back. */
    void (*dispose)(void);
} mc_job_kind;

/* Whether a job runs: another one, and whatever must not happen beside one, is `busy`. */
bool mc_job_is_running(const mc_request *request);

/* Starts a job and answers the request with its id; refuses with `busy` (false) while another runs. Nothing that the job needs
   may be taken before this. */
bool mc_job_start(mc_request *request, const mc_job_kind *kind);

/* Whether it has been told to stop. */
bool mc_job_must_stop(const mc_job *job);

/* For the events and jobs.status: how many things it has dealt with. */
void mc_job_count(mc_job *job, uint32_t items);

/* How it ends: one of these, once. */
void mc_job_finish(mc_job *job, uint32_t result_size);
void mc_job_stopped(mc_job *job);
void mc_job_fail(mc_job *job, const mc_failure *failure);

/* What went wrong in a script, in its own words (a Pascal string in MacRoman) and where: line from 1, 0 when it is not known. */
typedef struct mc_job_error {
    mc_code code;
    int32_t number; /* the Mac's, or the script's; 0: none */
    uint16_t line;
    uint16_t start; /* in characters from 0 */
    uint16_t end;
    uint8_t message[256];
} mc_job_error;

void mc_job_fail_with(mc_job *job, const mc_job_error *error);

#endif
