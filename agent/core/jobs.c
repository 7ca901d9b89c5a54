/* jobs.status, jobs.result and jobs.cancel. */
#include "session_parts.h"

/* The one that runs, or ran last, on this connection; any other number is answered with a refusal. */
static mc_job *find(mc_request *request, uint32_t id)
{
    mc_job *job = &request->session->job;
    if (job->kind && !job->orphaned && job->id == id)
        return job;
    mc_refuse(request, MC_NOT_FOUND, "this connection has no such job");
    return NULL;
}

static void write_error(mc_writer *writer, const mc_job_error *error)
{
    mc_write_key(writer, "error");
    mc_write_open(writer, '{');
    mc_member_text(writer, "code", mc_word(mc_code_names, error->code));
    mc_member_pascal(writer, "message", error->message);
    if (error->number)
        mc_member_integer(writer, "os_error", error->number);
    if (error->line)
        mc_member_unsigned(writer, "line", error->line);
    if (error->end > error->start) {
        mc_member_unsigned(writer, "start", error->start);
        mc_member_unsigned(writer, "end", error->end);
    }
    mc_write_close(writer, '}');
}

void mc_write_job(mc_writer *writer, const mc_job *job)
{
    mc_member_unsigned(writer, "job_id", job->id);
    mc_member_text(writer, "method", job->method);
    mc_member_text(writer, "status", mc_word(mc_job_status_names, job->status));
    mc_member_unsigned(writer, "elapsed_ms", mc_job_elapsed(job));
    if (job->counts)
        mc_member_unsigned(writer, "items", job->items);
    if (job->status == MC_JOB_STATUS_DONE && job->kind->read)
        mc_member_unsigned(writer, "size", job->result_size);
    if (job->status == MC_JOB_STATUS_FAILED)
        write_error(writer, &job->error);
}

void mc_jobs_status(mc_request *request, const void *params)
{
    const mc_params_jobs_status *wanted = params;
    const mc_job *job = find(request, wanted->job_id);
    if (!job)
        return;
    mc_write_job(mc_answer(request), job);
    mc_answer_end(request);
}

void mc_jobs_cancel(mc_request *request, const void *params)
{
    const mc_params_jobs_cancel *wanted = params;
    mc_job *job = find(request, wanted->job_id);
    if (!job)
        return;
    mc_job_stop(job);
    mc_writer *writer = mc_answer(request);
    mc_member_text(writer, "status", mc_word(mc_job_status_names, job->status));
    mc_answer_end(request);
}

/* ---- jobs.result ---- */

/* No other job starts before the stream has ended: one request is served at a time. */
static const mc_job *source_job;
static uint32_t sent;

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t left = source_job->result_size - sent;
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = left < room ? (uint16_t)left : room;
    if (count && !source_job->kind->read(sent, chunk + *filled, count, failure))
        return MC_SOURCE_FAILED;
    *filled = (uint16_t)(*filled + count);
    sent += count;
    return count == left ? MC_SOURCE_END : MC_SOURCE_CHUNK;
}

static void nothing_to_close(void)
{
}

static const mc_source source = {fill, nothing_to_close};

void mc_jobs_result(mc_request *request, const void *params)
{
    const mc_params_jobs_result *wanted = params;
    const mc_job *job = find(request, wanted->job_id);
    if (!job)
        return;
    if (job->status == MC_JOB_STATUS_RUNNING) {
        mc_refuse(request, MC_BUSY, "the job is still running");
    } else if (job->status != MC_JOB_STATUS_DONE || !job->kind->read) {
        mc_refuse(request, MC_NOT_FOUND, "the job has no result");
    } else {
        source_job = job;
        sent = 0;
        mc_writer *writer = mc_answer(request);
        mc_member_binary_sized(writer, "data", job->result_size);
        mc_answer_end(request);
        mc_stream(request, &source);
    }
}
