/*
 * What the agent says unasked. Nothing is queued: what is due is looked up when there is time to send it, so events need no
 * memory that could run out. They have a frame of their own and may stand between the frames of a stream.
 */
#include "clock.h"
#include "log.h"
#include "session_parts.h"

enum { PROGRESS_TICKS = 60 };

static mc_writer *begin(mc_session *session, const char *name)
{
    mc_writer *writer = &session->event_writer;
    mc_writer_start(writer, session->event.json, sizeof session->event.json);
    mc_write_open(writer, '{');
    mc_member_text(writer, "event", name);
    mc_write_key(writer, "payload");
    mc_write_open(writer, '{');
    return writer;
}

static void end(mc_session *session)
{
    mc_writer *writer = &session->event_writer;
    mc_write_close(writer, '}');
    mc_write_close(writer, '}');
    session->output = session->event.header;
    session->output_count = mc_finish_json(session->event.header, mc_writer_length(writer));
}

/* Not of log.line: each line that is told of would make the next one. */
static void log_event(const char *name)
{
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "event %s", name);
}

static bool is_subscribed(const mc_session *session, mc_channel channel)
{
    return session->channels >> channel & 1;
}

/* ---- Jobs ---- */

static bool tell_end_of_job(mc_session *session)
{
    mc_job *job = &session->job;
    if (!job->untold)
        return false;
    job->untold = false;
    mc_write_job(begin(session, MC_EVENT_JOB_DONE), job);
    end(session);
    log_event(MC_EVENT_JOB_DONE);
    return true;
}

static bool tell_progress(mc_session *session)
{
    mc_job *job = &session->job;
    uint32_t now = mc_ticks();
    if (!is_subscribed(session, MC_CHANNEL_JOBS) || !mc_job_wants_turn(session) || job->orphaned ||
        (int32_t)(now - job->progress_due) < 0)
        return false;
    job->progress_due = now + PROGRESS_TICKS;
    mc_writer *writer = begin(session, MC_EVENT_JOB_PROGRESS);
    mc_member_unsigned(writer, "job_id", job->id);
    mc_member_unsigned(writer, "elapsed_ms", MC_MS_OF_TICKS(now - job->started));
    if (job->counts)
        mc_member_unsigned(writer, "items", job->items);
    end(session);
    log_event(MC_EVENT_JOB_PROGRESS);
    return true;
}

/* ---- The log ---- */

/* A line at a time, and something else between two of them: a log that grows fast must not hold up an answer. */
static bool tell_log(mc_session *session)
{
    mc_log_line line;
    uint32_t next = session->log_told + 1, oldest = mc_log_oldest();
    uint32_t missed = next < oldest ? oldest - next : 0;
    session->log_waits = !session->log_waits;
    if (!is_subscribed(session, MC_CHANNEL_LOG) || !session->log_waits || !mc_log_get(next + missed, &line))
        return false;
    session->log_told = next + missed;
    mc_writer *writer = begin(session, MC_EVENT_LOG_LINE);
    mc_write_key(writer, "line");
    mc_write_macroman(writer, line.text, line.length);
    mc_member_unsigned(writer, "cursor", session->log_told);
    mc_member_unsigned(writer, "missed", missed);
    end(session);
    return true;
}

bool mc_send_event(mc_session *session)
{
    return tell_end_of_job(session) || tell_progress(session) || tell_log(session);
}

bool mc_event_is_due(const mc_session *session)
{
    return session->phase == MC_PHASE_SERVING &&
           (session->job.untold || (is_subscribed(session, MC_CHANNEL_LOG) && session->log_told != mc_log_newest()));
}

void mc_send_bye(mc_session *session)
{
    session->bye_due = false;
    mc_member_text(begin(session, MC_EVENT_BYE), "reason", mc_word(mc_bye_reason_names, session->bye_reason));
    end(session);
    log_event(MC_EVENT_BYE);
}

/* ---- Which of them ---- */

static void answer_nothing(mc_request *request)
{
    mc_answer(request);
    mc_answer_end(request);
}

/* Lines that are there already are for log.tail. */
void mc_subscribe(mc_request *request, const void *params)
{
    const mc_params_subscribe *wanted = params;
    mc_session *session = request->session;
    if (!is_subscribed(session, MC_CHANNEL_LOG))
        session->log_told = mc_log_newest();
    session->channels |= wanted->channels;
    answer_nothing(request);
}

void mc_unsubscribe(mc_request *request, const void *params)
{
    const mc_params_unsubscribe *unwanted = params;
    request->session->channels &= (uint16_t)~unwanted->channels;
    answer_nothing(request);
}
