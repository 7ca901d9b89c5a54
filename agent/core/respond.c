/* The messages that go to the host. */
#include "session_parts.h"

/* The id of an error that belongs to no readable request is null. */
mc_writer *mc_begin_message(mc_session *session, uint32_t id)
{
    mc_writer *writer = &session->writer;
    mc_writer_start(writer, session->reply.json, sizeof session->reply.json);
    mc_write_open(writer, '{');
    mc_write_key(writer, "id");
    if (id)
        mc_write_unsigned(writer, id);
    else
        mc_write_null(writer);
    return writer;
}

void mc_end_message(mc_session *session)
{
    mc_write_close(&session->writer, '}');
    session->output = session->reply.header;
    session->output_count = mc_finish_json(session->reply.header, mc_writer_length(&session->writer));
}

void mc_write_error(mc_writer *writer, const mc_failure *failure)
{
    mc_write_key(writer, "error");
    mc_write_open(writer, '{');
    mc_member_text(writer, "code", mc_word(mc_code_names, failure->code));
    mc_member_text(writer, "message", failure->message);
    if (failure->os_error || failure->param[0]) {
        mc_write_key(writer, "details");
        mc_write_open(writer, '{');
        if (failure->os_error)
            mc_member_integer(writer, "os_error", failure->os_error);
        if (failure->param[0])
            mc_member_text(writer, "param", failure->param);
        mc_write_close(writer, '}');
    }
    mc_write_close(writer, '}');
}

void mc_send_refusal(mc_session *session, uint32_t id, const mc_failure *failure)
{
    mc_writer *writer = mc_begin_message(session, id);
    mc_member_boolean(writer, "ok", false);
    mc_write_error(writer, failure);
    mc_end_message(session);
    mc_log_refusal(session, id, failure);
}

/* An error with the id of the request under way would be taken for its answer. */
void mc_refuse_message(mc_session *session, uint32_t id, const mc_failure *failure)
{
    bool taken = session->request.activity != MC_ACTIVITY_NONE && session->request.id == id;
    mc_send_refusal(session, taken ? 0 : id, failure);
}

mc_writer *mc_answer(mc_request *request)
{
    mc_writer *writer = mc_begin_message(request->session, request->id);
    mc_member_boolean(writer, "ok", true);
    mc_write_key(writer, "result");
    mc_write_open(writer, '{');
    request->session->answering = true;
    return writer;
}

/* The request is over; the host may send the next one. */
static void finish(mc_request *request)
{
    request->activity = MC_ACTIVITY_NONE;
    request->session->answering = false;
    mc_release_params(request);
}

void mc_answer_end(mc_request *request)
{
    mc_writer *writer = &request->session->writer;
    mc_write_close(writer, '}');
    if (writer->overflow || mc_writer_room(writer) == 0) {
        mc_refuse(request, MC_INTERNAL, "the answer is longer than a reply may be");
        return;
    }
    mc_end_message(request->session);
    mc_log_answer(request->session);
    finish(request);
}

static void member_binary(mc_writer *writer, const char *name)
{
    mc_write_key(writer, name);
    mc_write_open(writer, '{');
    mc_member_boolean(writer, "$binary", true);
}

void mc_member_binary(mc_writer *writer, const char *name)
{
    member_binary(writer, name);
    mc_write_close(writer, '}');
}

void mc_member_binary_sized(mc_writer *writer, const char *name, uint32_t size)
{
    member_binary(writer, name);
    mc_member_unsigned(writer, "size", size);
    mc_write_close(writer, '}');
}

void mc_refuse_with(mc_request *request, const mc_failure *failure)
{
    mc_send_refusal(request->session, request->id, failure);
    finish(request);
}

void mc_refuse(mc_request *request, mc_code code, const char *message)
{
    mc_failure failure;
    mc_fail_with(&failure, code, message);
    mc_refuse_with(request, &failure);
}

void mc_refuse_param(mc_request *request, const char *param, const char *message)
{
    mc_failure failure;
    mc_fail_with(&failure, MC_BAD_PARAMS, message);
    mc_failure_name(&failure, param, mc_length(param));
    mc_refuse_with(request, &failure);
}

void mc_work(mc_request *request, const mc_worker *worker)
{
    request->worker = worker;
    request->activity = MC_ACTIVITY_WORKING;
}

uint8_t *mc_spare_buffer(mc_request *request)
{
    return request->session->chunk.data;
}

void mc_keep_params(mc_request *request)
{
    request->keeps_params = true;
}

void mc_release_params(mc_request *request)
{
    if (request->keeps_params)
        request->session->payload_in_use = false;
    request->keeps_params = false;
}
