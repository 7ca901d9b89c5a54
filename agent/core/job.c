#include "clock.h"
#include "log.h"
#include "session_parts.h"

static bool is_running(const mc_job *job)
{
    return job->kind && job->status == MC_JOB_STATUS_RUNNING;
}

/* Inside of its last step a job may still hold what another one would need. */
static bool is_in_the_way(const mc_job *job)
{
    return is_running(job) || job->in_step;
}

static void forget(mc_job *job)
{
    if (job->kind && job->kind->dispose)
        job->kind->dispose();
    job->kind = NULL;
    job->untold = false;
}

bool mc_job_is_running(const mc_request *request)
{
    return is_in_the_way(&request->session->job);
}

bool mc_job_start(mc_request *request, const mc_job_kind *kind)
{
    mc_job *job = &request->session->job;
    uint32_t id = job->id + 1 ? job->id + 1 : 1;
    if (is_in_the_way(job)) {
        mc_refuse(request, MC_BUSY, "another job is running");
        return false;
    }
    forget(job);
    memset(job, 0, sizeof *job);
    job->kind = kind;
    job->id = id;
    job->method = mc_method_name(request->method);
    job->status = MC_JOB_STATUS_RUNNING;
    job->started = mc_ticks();
    job->progress_due = job->started + 60;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_JOB, "%u %s begins", id, job->method);
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "job_id", id);
    mc_answer_end(request);
    return true;
}

void mc_job_turn(mc_session *session)
{
    mc_job *job = &session->job;
    if (!is_running(job) || job->in_step)
        return;
    job->in_step = true;
    job->kind->step(job);
    job->in_step = false;
    if (job->orphaned && !is_running(job))
        forget(job);
}

bool mc_job_wants_turn(const mc_session *session)
{
    return is_running(&session->job);
}

bool mc_job_must_stop(const mc_job *job)
{
    return job->must_stop;
}

void mc_job_count(mc_job *job, uint32_t items)
{
    job->counts = true;
    job->items = items;
}

uint32_t mc_job_elapsed(const mc_job *job)
{
    return MC_MS_OF_TICKS(is_running(job) ? mc_ticks() - job->started : job->elapsed);
}

/* ---- Its end ---- */

static bool end(mc_job *job, mc_job_status status)
{
    if (!is_running(job))
        return false;
    job->elapsed = mc_ticks() - job->started;
    job->status = status;
    job->untold = !job->orphaned;
    return true;
}

static void log_end(const mc_job *job)
{
    if (job->status == MC_JOB_STATUS_FAILED)
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_JOB, "%u failed after %u ms: %s %d", job->id, mc_job_elapsed(job),
               mc_word(mc_code_names, job->error.code), job->error.number);
    else
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_JOB, "%u %s after %u ms", job->id, mc_word(mc_job_status_names, job->status),
               mc_job_elapsed(job));
}

void mc_job_finish(mc_job *job, uint32_t result_size)
{
    if (!end(job, MC_JOB_STATUS_DONE))
        return;
    job->result_size = result_size;
    log_end(job);
}

void mc_job_stopped(mc_job *job)
{
    if (end(job, MC_JOB_STATUS_CANCELLED))
        log_end(job);
}

void mc_job_fail_with(mc_job *job, const mc_job_error *error)
{
    if (!end(job, MC_JOB_STATUS_FAILED))
        return;
    job->error = *error;
    log_end(job);
}

void mc_job_fail(mc_job *job, const mc_failure *failure)
{
    mc_job_error error = {.code = failure->code, .number = failure->os_error};
    size_t length = mc_length(failure->message);
    error.message[0] = (uint8_t)(length < sizeof error.message ? length : sizeof error.message - 1);
    memcpy(error.message + 1, failure->message, error.message[0]);
    mc_job_fail_with(job, &error);
}

void mc_job_stop(mc_job *job)
{
    if (!is_running(job) || job->must_stop)
        return;
    job->must_stop = true;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_JOB, "%u is told to stop", job->id);
    if (job->kind->stop)
        job->kind->stop(job);
}

void mc_job_abandon(mc_job *job)
{
    job->orphaned = true;
    job->untold = false;
    mc_job_stop(job);
    if (!is_in_the_way(job))
        forget(job);
}
