/*
 * Binary data in the two directions of protocol/README.md. The CRC of a chunk and the disk's work on it are done in different
 * turns: each takes tens of milliseconds on a plain 68000.
 */
#include "crc32.h"
#include "session_parts.h"

/* What a host is to send at once: such a chunk on its way to the disk and the next one that comes in meanwhile fit into one turn of a
   plain 68000. */
enum { PUT_CHUNK_BYTES = MC_CHUNK_BYTES - 512 };

static void start(mc_session *session, mc_activity activity, uint32_t announced)
{
    memset(&session->transfer, 0, sizeof session->transfer);
    session->transfer.announced = announced;
    session->request.activity = activity;
}

static void count_bytes(mc_transfer *transfer, const uint8_t *bytes, uint16_t count)
{
    transfer->size += count;
    transfer->crc32 = mc_crc32(transfer->crc32, bytes, count);
}

/* ---- To the host ---- */

void mc_stream(mc_request *request, const mc_source *source)
{
    request->source = source;
    start(request->session, MC_ACTIVITY_STREAMING, 0);
}

static void end_stream(mc_session *session)
{
    session->request.activity = MC_ACTIVITY_NONE;
    session->request.source->close();
}

static void send_end(mc_session *session)
{
    mc_writer *writer = mc_begin_message(session, session->request.id);
    mc_write_key(writer, "end");
    mc_write_open(writer, '{');
    mc_member_unsigned(writer, "size", session->transfer.size);
    mc_member_unsigned(writer, "crc32", session->transfer.crc32);
    mc_write_close(writer, '}');
    mc_end_message(session);
    mc_log_stream_end(session, NULL);
    end_stream(session);
}

static void send_broken_end(mc_session *session, const mc_failure *failure)
{
    mc_writer *writer = mc_begin_message(session, session->request.id);
    mc_write_key(writer, "end");
    mc_write_open(writer, '{');
    mc_write_error(writer, failure);
    mc_write_close(writer, '}');
    mc_end_message(session);
    mc_log_stream_end(session, failure);
    end_stream(session);
}

static void send_chunk(mc_session *session)
{
    mc_transfer *transfer = &session->transfer;
    count_bytes(transfer, session->chunk.data, transfer->filled);
    session->output = session->chunk.header;
    session->output_count = mc_finish_chunk(&session->chunk, session->request.id, transfer->filled);
    transfer->filled = 0;
    transfer->chunk_complete = false;
}

static void fill_chunk(mc_session *session)
{
    mc_transfer *transfer = &session->transfer;
    mc_failure failure;
    switch (session->request.source->fill(session->chunk.data, &transfer->filled, &failure)) {
    case MC_SOURCE_UNFINISHED:
        break;
    case MC_SOURCE_CHUNK:
        transfer->chunk_complete = true;
        break;
    case MC_SOURCE_END:
        transfer->last = true;
        transfer->chunk_complete = transfer->filled > 0;
        break;
    case MC_SOURCE_FAILED:
        send_broken_end(session, &failure);
        break;
    }
}

void mc_stream_step(mc_session *session)
{
    if (session->transfer.chunk_complete)
        send_chunk(session);
    else if (session->transfer.last)
        send_end(session);
    else
        fill_chunk(session);
}

/* ---- From the host ---- */

void mc_receive(mc_request *request, const mc_sink *sink, uint32_t size)
{
    mc_receive_from(request, sink, size, 0);
}

void mc_receive_from(mc_request *request, const mc_sink *sink, uint32_t size, uint32_t offset)
{
    mc_session *session = request->session;
    mc_writer *writer = mc_begin_message(session, request->id);
    request->sink = sink;
    start(session, MC_ACTIVITY_RECEIVING, size);
    session->transfer.offset = offset;
    session->transfer.size = offset;
    session->transfer.reported = offset;
    mc_write_key(writer, "accepted");
    mc_write_open(writer, '{');
    mc_member_unsigned(writer, "window", MC_WINDOW_BYTES);
    mc_member_unsigned(writer, "chunk", PUT_CHUNK_BYTES);
    if (offset)
        mc_member_unsigned(writer, "from", offset);
    mc_write_close(writer, '}');
    mc_end_message(session);
}

/* Frames of it may still be under way. */
static void fail_put(mc_session *session, const mc_failure *failure)
{
    mc_request *request = &session->request;
    session->payload_in_use = false;
    session->dropping = request->id;
    request->activity = MC_ACTIVITY_HANDLING;
    request->sink->fail(request, failure);
    mc_expect_outcome(request);
}

void mc_put_fail(mc_session *session, mc_code code, const char *message)
{
    mc_failure failure;
    mc_fail_with(&failure, code, message);
    fail_put(session, &failure);
}

static uint16_t data_count(const mc_session *session)
{
    return (uint16_t)(session->reader.length - MC_ID_BYTES);
}

static const uint8_t *data_bytes(const mc_session *session)
{
    return session->reader.payload + MC_ID_BYTES;
}

void mc_put_data(mc_session *session)
{
    mc_transfer *transfer = &session->transfer;
    if (data_count(session) > transfer->announced - transfer->size) {
        mc_put_fail(session, MC_SIZE_MISMATCH, "more bytes arrived than were announced");
        return;
    }
    count_bytes(transfer, data_bytes(session), data_count(session));
    session->payload_in_use = true;
}

/* Half a window at a time: the host goes on meanwhile, and few small frames come between. */
static void report_progress(mc_session *session)
{
    mc_transfer *transfer = &session->transfer;
    if (transfer->size - transfer->reported < MC_WINDOW_BYTES / 2 && transfer->size < transfer->announced)
        return;
    transfer->reported = transfer->size;
    mc_writer *writer = mc_begin_message(session, session->request.id);
    mc_write_key(writer, "progress");
    mc_write_open(writer, '{');
    mc_member_unsigned(writer, "received", transfer->size);
    mc_write_close(writer, '}');
    mc_end_message(session);
}

void mc_put_step(mc_session *session)
{
    mc_failure failure;
    if (!session->payload_in_use)
        return;
    failure.code = MC_INTERNAL;
    if (!session->request.sink->write(data_bytes(session), data_count(session), &failure)) {
        if (failure.code != MC_OK)
            fail_put(session, &failure);
        return;
    }
    session->payload_in_use = false;
    report_progress(session);
}

static void finish_put(mc_session *session, uint32_t crc32)
{
    mc_request *request = &session->request;
    request->activity = MC_ACTIVITY_HANDLING;
    request->sink->finish(request, crc32);
    mc_expect_outcome(request);
}

void mc_put_end(mc_session *session, const mc_message *message)
{
    const mc_transfer *transfer = &session->transfer;
    if (message->kind == MC_MESSAGE_GIVEN_UP)
        mc_put_fail(session, MC_CANCELLED, "the host gave the put up");
    else if (message->size != transfer->size || transfer->size != transfer->announced)
        mc_put_fail(session, MC_SIZE_MISMATCH, "fewer bytes arrived than were announced");
    else if (!transfer->offset && message->crc32 != transfer->crc32)
        mc_put_fail(session, MC_CRC_MISMATCH, "the bytes that arrived are not those that were sent");
    else
        finish_put(session, message->crc32);
    session->dropping = 0; /* nothing of it is under way behind its end marker */
}

/* ---- Giving up ---- */

void mc_abandon_request(mc_session *session)
{
    mc_request *request = &session->request;
    mc_activity activity = request->activity;
    request->activity = MC_ACTIVITY_NONE;
    request->session->answering = false;
    mc_release_params(request);
    if (activity == MC_ACTIVITY_WORKING)
        request->worker->abandon();
    else if (activity == MC_ACTIVITY_STREAMING)
        request->source->close();
    else if (activity == MC_ACTIVITY_RECEIVING)
        request->sink->abandon();
}
