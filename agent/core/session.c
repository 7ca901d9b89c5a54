#include "clock.h"
#include "log.h"
#include "session_parts.h"

enum {
    LEAVE_TICKS = 2 * 60, /* how long a host may take to close */
    CALL_TICKS = MC_TICKS_OF_MS(MC_IDLE_FRAME_MS), /* how long a call of the stream may take: a frame that goes out must grow, too */
    LONG_REQUEST = 600 /* bytes of JSON; checking and decoding more than that is done in two turns */
};

void mc_session_init(mc_session *session, const mc_prefs *prefs)
{
    memset(session, 0, sizeof *session);
    session->prefs = prefs;
    session->request.session = session;
    session->slowest_method = "";
}

void mc_session_begin(mc_session *session, mc_tcp *tcp)
{
    session->tcp = tcp;
    session->phase = MC_PHASE_GREETING;
    session->last_input = mc_ticks();
    session->this_request = session->last_input;
    session->deadline = session->last_input + MC_TICKS_OF_MS(MC_IDLE_HELLO_MS);
    session->input_count = 0;
    session->output_count = 0;
    session->payload_in_use = false;
    session->request_waits = false;
    session->channels = 0;
    session->bye_due = false;
    session->dropping = 0;
    session->call_deadline = session->last_input + CALL_TICKS;
    mc_frame_reset(&session->reader);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "connected");
}

void mc_session_end(mc_session *session)
{
    if (session->phase == MC_PHASE_FREE)
        return;
    mc_abandon_request(session);
    mc_job_abandon(&session->job);
    mc_tcp_close(session->tcp);
    session->tcp = NULL;
    session->phase = MC_PHASE_FREE;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "the connection has ended");
}

void mc_session_greet(mc_session *session)
{
    session->phase = MC_PHASE_SERVING;
}

void mc_session_leave(mc_session *session)
{
    mc_abandon_request(session);
    session->phase = MC_PHASE_LEAVING;
    session->deadline = mc_ticks() + LEAVE_TICKS;
}

void mc_session_bye(mc_session *session, mc_bye_reason reason)
{
    if (session->phase == MC_PHASE_FREE)
        return;
    session->bye_due = session->phase != MC_PHASE_LEAVING;
    session->bye_reason = reason;
    mc_session_leave(session);
}

bool mc_session_is_active(const mc_session *session)
{
    return session->request.activity != MC_ACTIVITY_NONE || session->request_waits || session->output_count > 0 ||
           session->bye_due || mc_event_is_due(session);
}

static bool is_past(uint32_t deadline)
{
    return (int32_t)(mc_ticks() - deadline) >= 0;
}

/* ---- Input ---- */

static void refuse_stray(mc_session *session, uint32_t id, const char *message)
{
    mc_failure failure;
    mc_fail_with(&failure, MC_BAD_REQUEST, message);
    mc_refuse_message(session, id, &failure);
}

static bool is_receiving(const mc_session *session, uint32_t id)
{
    return session->request.activity == MC_ACTIVITY_RECEIVING && session->request.id == id;
}

/* No put has the id 0, but binary data may claim it. */
static bool is_dropping(const mc_session *session, uint32_t id)
{
    return id && session->dropping == id;
}

static void take_end(mc_session *session, const mc_message *message)
{
    if (is_receiving(session, message->id))
        mc_put_end(session, message);
    else if (is_dropping(session, message->id))
        session->dropping = 0;
    else
        refuse_stray(session, message->id, "no put of this id is under way");
}

/* A request's text is needed until its parameters are decoded, and beyond that when the handler says so. */
static void dispatch(mc_session *session)
{
    session->dropping = 0;
    session->request_waits = false;
    mc_dispatch(session, &session->message);
    session->payload_in_use = session->request.keeps_params;
}

static void take_json(mc_session *session)
{
    mc_message *message = &session->message;
    mc_failure failure;
    if (!mc_message_read(message, session->reader.payload, session->reader.length, &failure)) {
        mc_refuse_message(session, message->id, &failure);
    } else if (message->kind != MC_MESSAGE_REQUEST) {
        take_end(session, message);
    } else if (session->reader.length > LONG_REQUEST) {
        session->request_waits = true;
        session->payload_in_use = true;
    } else {
        dispatch(session);
    }
}

static void take_binary(mc_session *session)
{
    uint32_t id = mc_read_u32(session->reader.payload);
    if (is_receiving(session, id))
        mc_put_data(session);
    else if (!is_dropping(session, id))
        refuse_stray(session, 0, "binary data came outside of a transfer");
}

static void take_frame(mc_session *session)
{
    if (session->reader.type == MC_FRAME_JSON)
        take_json(session);
    else
        take_binary(session);
    mc_frame_reset(&session->reader);
}

/* Takes one frame, or as much of it as is there. False when there was nothing to take. While nobody listens to it a host is not silent,
   however long that takes: another program may have kept the processor meanwhile. */
static bool take_input(mc_session *session)
{
    mc_failure failure;
    if (session->payload_in_use || session->answering) {
        session->last_input = mc_ticks();
        return false;
    }
    if (session->input_count == 0)
        session->input_count = mc_tcp_receive(session->tcp, &session->input);
    if (session->input_count == 0)
        return false;
    session->last_input = mc_ticks();
    switch (mc_frame_feed(&session->reader, &session->input, &session->input_count, &failure)) {
    case MC_FRAME_PARTIAL:
        return false;
    case MC_FRAME_BROKEN:
        mc_send_refusal(session, 0, &failure);
        mc_session_leave(session);
        return true;
    case MC_FRAME_READY:
        take_frame(session);
        return true;
    }
    return false;
}

/* ---- A turn ---- */

static void go_on(mc_session *session)
{
    switch (session->request.activity) {
    case MC_ACTIVITY_WORKING:
        session->request.worker->step(&session->request);
        break;
    case MC_ACTIVITY_STREAMING:
        mc_stream_step(session);
        break;
    case MC_ACTIVITY_RECEIVING:
        mc_put_step(session);
        break;
    default:
        break;
    }
}

/* A host that stopped in the middle of a frame cannot be understood any more; one that stopped between the frames of a
   put can. */
static void check_idle(mc_session *session)
{
    mc_failure failure;
    if (session->payload_in_use || session->answering || session->output_count > 0 || mc_tcp_busy(session->tcp))
        return;
    if (!is_past(session->last_input + MC_TICKS_OF_MS(MC_IDLE_FRAME_MS)))
        return;
    if (mc_frame_begun(&session->reader)) {
        mc_fail_with(&failure, MC_TIMEOUT, "a frame does not grow");
        mc_send_refusal(session, 0, &failure);
        mc_session_leave(session);
    } else if (session->request.activity == MC_ACTIVITY_RECEIVING) {
        mc_put_fail(session, MC_TIMEOUT, "the put does not grow");
    }
}

static void note_duration(mc_session *session, const mc_method *method, uint32_t start)
{
    uint32_t ticks = mc_ticks() - start;
    if (method && ticks > session->slowest_ticks) {
        session->slowest_ticks = ticks;
        session->slowest_method = mc_method_name(method);
    }
}

static void serve(mc_session *session)
{
    uint32_t start = mc_ticks();
    if (session->phase == MC_PHASE_SERVING && mc_send_event(session))
        return;
    if (session->request_waits) {
        dispatch(session);
    } else if (!take_input(session)) {
        go_on(session);
        check_idle(session);
    }
    note_duration(session, session->request.method, start);
    if (session->phase == MC_PHASE_GREETING && is_past(session->deadline) && !mc_tcp_busy(session->tcp))
        mc_session_end(session);
}

static void wait_for_close(mc_session *session)
{
    const uint8_t *ignored;
    mc_tcp_receive(session->tcp, &ignored);
    if (is_past(session->deadline))
        mc_session_end(session);
}

static void send_output(mc_session *session)
{
    if (session->phase == MC_PHASE_FREE || !session->output_count || mc_tcp_busy(session->tcp))
        return;
    mc_tcp_send(session->tcp, session->output, session->output_count);
    session->output_count = 0;
}

/* A host that does not read what is sent to it may acknowledge probes for ever, so the stream alone would wait for ever. */
void mc_session_turn(mc_session *session)
{
    if (session->phase == MC_PHASE_FREE)
        return;
    if (mc_tcp_poll(session->tcp, mc_ticks()) == MC_TCP_ENDED) {
        mc_session_end(session);
        return;
    }
    if (mc_tcp_busy(session->tcp)) {
        if (is_past(session->call_deadline))
            mc_session_end(session);
        return;
    }
    session->call_deadline = mc_ticks() + CALL_TICKS;
    if (session->output_count == 0) {
        if (session->bye_due)
            mc_send_bye(session);
        else if (session->phase == MC_PHASE_LEAVING)
            wait_for_close(session);
        else
            serve(session);
    }
    send_output(session);
}
