/* What the files that make up the session (session.c, dispatch.c, respond.c, transfer.c, job.c, jobs.c,
   events.c, request_log.c) need of each other. */
#ifndef MC_SESSION_PARTS_H
#define MC_SESSION_PARTS_H

#include "session.h"

/* dispatch.c: serves or refuses a request. */
void mc_dispatch(mc_session *session, const mc_message *message);
void mc_expect_outcome(mc_request *request); /* after a handler: it must have done something about the request */

/* respond.c: a message about `id` (0: null) is written between these two. */
mc_writer *mc_begin_message(mc_session *session, uint32_t id);
void mc_end_message(mc_session *session);
void mc_write_error(mc_writer *writer, const mc_failure *failure);
void mc_send_refusal(mc_session *session, uint32_t id, const mc_failure *failure);
void mc_refuse_message(mc_session *session, uint32_t id, const mc_failure *failure); /* that came, with the id that it bears */

/* transfer.c */
void mc_stream_step(mc_session *session);
void mc_put_data(mc_session *session); /* the frame reader holds a binary frame of the put */
void mc_put_end(mc_session *session, const mc_message *message);
void mc_put_step(mc_session *session);
void mc_put_fail(mc_session *session, mc_code code, const char *message);

/* job.c, jobs.c */
void mc_job_stop(mc_job *job);
void mc_job_abandon(mc_job *job); /* its connection has ended */
uint32_t mc_job_elapsed(const mc_job *job); /* in milliseconds */
void mc_write_job(mc_writer *writer, const mc_job *job);

/* events.c */
bool mc_send_event(mc_session *session); /* the next one that is due; false when none is */
bool mc_event_is_due(const mc_session *session);
void mc_send_bye(mc_session *session);

/* request_log.c: what becomes of a request, in the log */
void mc_log_params(const mc_message *message, const mc_method *method); /* before they are decoded where they lie */
void mc_log_request(const mc_request *request, const void *params);
void mc_log_answer(const mc_session *session);
void mc_log_refusal(const mc_session *session, uint32_t id, const mc_failure *failure);
void mc_log_stream_end(const mc_session *session, const mc_failure *failure); /* NULL: a good one */

/* Undoes the request under way, whatever it is doing; nothing is answered. */
void mc_abandon_request(mc_session *session);

#endif
