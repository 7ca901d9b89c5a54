/*
 * The conversation with one host over one connection: hello first, then one request at a time. mc_session_turn does a
 * little each time it is called and never waits.
 */
#ifndef MC_SESSION_H
#define MC_SESSION_H

#include "frame.h"
#include "job.h"
#include "message.h"
#include "prefs.h"
#include "request.h"
#include "tcp.h"
#include "transfer.h"

typedef enum mc_phase {
    MC_PHASE_FREE, /* no connection */
    MC_PHASE_GREETING, /* connected; no hello yet */
    MC_PHASE_SERVING,
    MC_PHASE_LEAVING /* the last word is said; the host should close */
} mc_phase;

typedef enum mc_activity {
    MC_ACTIVITY_NONE, /* no request under way */
    MC_ACTIVITY_HANDLING, /* inside of a handler, which has not said yet what becomes of the request */
    MC_ACTIVITY_WORKING,
    MC_ACTIVITY_STREAMING,
    MC_ACTIVITY_RECEIVING
} mc_activity;

struct mc_session;

struct mc_request {
    struct mc_session *session;
    uint32_t id;
    const mc_method *method;
    mc_activity activity;
    bool keeps_params;
    const mc_worker *worker;
    const mc_source *source;
    const mc_sink *sink;
};

struct mc_job {
    const mc_job_kind *kind; /* NULL: none runs, and none is remembered */
    uint32_t id; /* stays when the job is forgotten: the next one has another */
    const char *method;
    mc_job_status status;
    bool in_step;
    bool must_stop;
    bool orphaned; /* its connection has ended */
    bool untold; /* job.done is due */
    bool counts;
    uint32_t items;
    uint32_t started; /* in ticks */
    uint32_t elapsed; /* in ticks, of a job that has ended */
    uint32_t progress_due; /* in ticks */
    uint32_t result_size; /* of a job that is done */
    mc_job_error error; /* of a job that failed */
};

typedef struct mc_session {
    mc_tcp *tcp; /* NULL while free */
    const mc_prefs *prefs;
    mc_phase phase;
    uint32_t deadline; /* in ticks: of the hello, or of leaving */
    uint32_t call_deadline; /* in ticks: of the stream's call under way */
    uint32_t last_input; /* in ticks: when bytes last came */
    uint32_t last_request; /* in ticks: when the request before this one came */
    uint32_t this_request;
    const uint8_t *input; /* bytes that the stream delivered and the frame reader has not taken */
    uint16_t input_count;
    const uint8_t *output; /* a frame that waits to be sent */
    uint16_t output_count;
    bool payload_in_use; /* the frame reader holds a frame that is still needed */
    bool answering; /* a response is being written in the frame for replies */
    bool request_waits; /* `message` is one that is dispatched in the next turn */
    mc_message message;
    uint32_t dropping; /* a put that failed: what is still under way for it is thrown away; 0: none */
    struct mc_request request;
    mc_transfer transfer;
    struct mc_job job;
    uint16_t channels; /* of events that were subscribed to: a bit each */
    uint32_t log_told; /* the last line of the log that the host knows of */
    bool log_waits; /* a line may be told in this turn, not in the next */
    bool bye_due;
    mc_bye_reason bye_reason;
    mc_writer writer;
    mc_writer event_writer;
    const char *slowest_method;
    uint32_t slowest_ticks;
    mc_frame_reader reader;
    mc_reply_frame reply;
    mc_event_frame event;
    mc_chunk_frame chunk;
} mc_session;

void mc_session_init(mc_session *session, const mc_prefs *prefs);

/* A host has connected. */
void mc_session_begin(mc_session *session, mc_tcp *tcp);

/* One turn of the event loop. */
void mc_session_turn(mc_session *session);

/* Ends whatever is under way, as on a lost connection; the stream is closed. */
void mc_session_end(mc_session *session);

/* The host has proved the token: everything else may be asked now. */
void mc_session_greet(mc_session *session);

/* What waits to be sent is the last word; the host should close, and is given time for that. */
void mc_session_leave(mc_session *session);

/* Says goodbye before the agent goes: what is under way is given up, and the host is given time to close. The session is free when
   that has happened. */
void mc_session_bye(mc_session *session, mc_bye_reason reason);

/* One step of the job, if there is one. Outside of the session's turn; from inside of the step, through mc_serve_meanwhile, it
   does nothing. */
void mc_job_turn(mc_session *session);
bool mc_job_wants_turn(const mc_session *session);

/* Whether there is something to do that should not wait for the next event. */
bool mc_session_is_active(const mc_session *session);

#endif
