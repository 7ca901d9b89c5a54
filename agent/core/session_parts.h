/* What the files that make up the session (session.c, dispatch.c, respond.c, transfer.c) need of each other. */
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

/* transfer.c */
void mc_stream_step(mc_session *session);
void mc_put_data(mc_session *session); /* the frame reader holds a binary frame of the put */
void mc_put_end(mc_session *session, const mc_message *message);
void mc_put_step(mc_session *session);
void mc_put_fail(mc_session *session, mc_code code, const char *message);

/* Undoes the request under way, whatever it is doing; nothing is answered. */
void mc_abandon_request(mc_session *session);

#endif
