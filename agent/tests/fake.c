#include "fake.h"

#include "json_read.h"

#include <stdlib.h>

uint32_t fake_ticks;
uint32_t fake_date;
fake_world world;

uint32_t mc_ticks(void)
{
    return fake_ticks;
}

uint32_t mc_date(void)
{
    return fake_date;
}

/* ---- Streams ---- */

void fake_tcp_init(mc_tcp *tcp)
{
    memset(tcp, 0, sizeof *tcp);
    tcp->state = MC_TCP_IDLE;
    tcp->piece = 4096;
    tcp->sent = malloc(FAKE_SENT_BYTES);
}

void fake_tcp_free(mc_tcp *tcp)
{
    free(tcp->sent);
}

mc_tcp_state mc_tcp_poll(mc_tcp *tcp, uint32_t now)
{
    (void)now;
    if (tcp->busy > 0)
        tcp->busy--;
    return tcp->state;
}

void mc_tcp_listen(mc_tcp *tcp, uint16_t port)
{
    (void)port;
    tcp->listens++;
    tcp->state = MC_TCP_LISTENING;
}

void mc_tcp_dial(mc_tcp *tcp, uint32_t address, uint16_t port)
{
    tcp->dialled_address = address;
    tcp->dialled_port = port;
    tcp->dials++;
    tcp->state = MC_TCP_DIALLING;
}

int16_t mc_tcp_error(const mc_tcp *tcp)
{
    return tcp->error;
}

uint16_t mc_tcp_receive(mc_tcp *tcp, const uint8_t **bytes)
{
    size_t count = tcp->incoming_count < tcp->piece ? tcp->incoming_count : tcp->piece;
    *bytes = tcp->incoming;
    tcp->incoming += count;
    tcp->incoming_count -= count;
    return (uint16_t)count;
}

void mc_tcp_send(mc_tcp *tcp, const uint8_t *bytes, uint16_t count)
{
    if (tcp->sent_count + count > FAKE_SENT_BYTES)
        tcp->sent_count = 0;
    memcpy(tcp->sent + tcp->sent_count, bytes, count);
    tcp->sent_count += count;
    tcp->busy = tcp->busy_turns;
}

bool mc_tcp_busy(const mc_tcp *tcp)
{
    return tcp->busy > 0;
}

void mc_tcp_close(mc_tcp *tcp)
{
    tcp->closes++;
    tcp->state = MC_TCP_IDLE;
}

/* ---- Handlers ---- */

static void answer_nothing(mc_request *request)
{
    mc_answer(request);
    mc_answer_end(request);
}

void mc_hello(mc_request *request, const void *params)
{
    const mc_params_hello *hello = params;
    world.handled++;
    if (!mc_prefs_admits(request->session->prefs, (const uint8_t *)hello->token.bytes, hello->token.length)) {
        mc_refuse(request, MC_UNAUTHORIZED, "the token is wrong");
        mc_session_leave(request->session);
        return;
    }
    mc_session_greet(request->session);
    answer_nothing(request);
}

static void answer_at_once(mc_request *request, const void *params)
{
    (void)params;
    world.handled++;
    answer_nothing(request);
}

#define ANSWERS_AT_ONCE(name)                                                                                          \
    void name(mc_request *request, const void *params)                                                                 \
    {                                                                                                                  \
        answer_at_once(request, params);                                                                               \
    }
ANSWERS_AT_ONCE(mc_health)
ANSWERS_AT_ONCE(mc_font_get)
ANSWERS_AT_ONCE(mc_font_list)
ANSWERS_AT_ONCE(mc_screen_capture)
ANSWERS_AT_ONCE(mc_apple_event_send)
ANSWERS_AT_ONCE(mc_clipboard_get)
ANSWERS_AT_ONCE(mc_clipboard_set)
ANSWERS_AT_ONCE(mc_cursor_get)
ANSWERS_AT_ONCE(mc_fs_mkdir)
ANSWERS_AT_ONCE(mc_fs_move)
ANSWERS_AT_ONCE(mc_log_download)
ANSWERS_AT_ONCE(mc_process_front)
ANSWERS_AT_ONCE(mc_process_launch)
ANSWERS_AT_ONCE(mc_process_list)
ANSWERS_AT_ONCE(mc_process_quit)
ANSWERS_AT_ONCE(mc_resource_get)
ANSWERS_AT_ONCE(mc_resource_list)
ANSWERS_AT_ONCE(mc_system_set_time)
ANSWERS_AT_ONCE(mc_system_time)
ANSWERS_AT_ONCE(mc_volume_list)

/* A handler that forgets to answer. */
void mc_system_info(mc_request *request, const void *params)
{
    (void)request;
    (void)params;
    world.handled++;
}

/* A result that no reply can hold. */
void mc_fs_list(mc_request *request, const void *params)
{
    (void)params;
    world.handled++;
    mc_writer *writer = mc_answer(request);
    for (int i = 0; i < 2000; i++)
        mc_member_unsigned(writer, "modified", 4294967295u);
    mc_answer_end(request);
}

static void count_abandoned(void)
{
    world.abandoned++;
}

static int steps_left;

static void work_step(mc_request *request)
{
    if (--steps_left == 0)
        answer_nothing(request);
}

static const mc_worker worker = {work_step, count_abandoned};

void mc_fs_stat(mc_request *request, const void *params)
{
    (void)params;
    world.handled++;
    steps_left = 3;
    mc_work(request, &worker);
}

/* The events are gone through in a later turn, so the slices of the request must still be there. */
static mc_array input_events;
static mc_failure input_failure;

static void input_step(mc_request *request)
{
    mc_input_event event;
    if (mc_array_next(&input_events, &event)) {
        mc_array path;
        mc_point point;
        world.events++;
        if (event.present & MC_HAS_INPUT_EVENT_PATH) {
            mc_array_start(&path, event.path, &mc_object_point, &input_failure);
            while (mc_array_next(&path, &point))
                ;
        }
    }
    if (input_failure.code != MC_OK)
        mc_refuse_with(request, &input_failure);
    else if (input_events.ended)
        answer_nothing(request);
}

static const mc_worker input_worker = {input_step, count_abandoned};

void mc_screen_input(mc_request *request, const void *params)
{
    const mc_params_screen_input *input = params;
    world.handled++;
    world.events = 0;
    mc_array_start(&input_events, input->events, &mc_object_input_event, &input_failure);
    mc_keep_params(request);
    mc_work(request, &input_worker);
}

static uint32_t file_at;

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t left = world.file_size - file_at;
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = (uint16_t)(left < 1500 ? left : 1500);
    if (world.read_fails) {
        mc_fail_with(failure, MC_IO, "reading the data fork failed");
        failure->os_error = -36;
        return MC_SOURCE_FAILED;
    }
    if (count > room)
        count = room;
    memcpy(chunk + *filled, world.file + file_at, count);
    *filled = (uint16_t)(*filled + count);
    file_at += count;
    if (file_at == world.file_size)
        return MC_SOURCE_END;
    return *filled == MC_CHUNK_BYTES ? MC_SOURCE_CHUNK : MC_SOURCE_UNFINISHED;
}

static void close_source(void)
{
    world.closed++;
}

static const mc_source source = {fill, close_source};

void mc_fs_get(mc_request *request, const void *params)
{
    (void)params;
    world.handled++;
    file_at = 0;
    mc_writer *writer = mc_answer(request);
    mc_member_binary_sized(writer, "data", world.file_size);
    mc_answer_end(request);
    mc_stream(request, &source);
}

static bool write_file(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    if (world.write_fails) {
        mc_fail_with(failure, MC_DISK_FULL, "the disk is full");
        failure->os_error = -34;
        return false;
    }
    memcpy(world.file + world.file_size, bytes, count);
    world.file_size += count;
    return true;
}

static void finish_file(mc_request *request, uint32_t crc32)
{
    world.finished++;
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "crc32", crc32);
    mc_answer_end(request);
}

/* Undoes in the next turn. */
static mc_failure put_failure;

static void undo_step(mc_request *request)
{
    world.abandoned++;
    mc_refuse_with(request, &put_failure);
}

static const mc_worker undoing = {undo_step, count_abandoned};

static void fail_file(mc_request *request, const mc_failure *failure)
{
    put_failure = *failure;
    mc_work(request, &undoing);
}

static const mc_sink sink = {write_file, finish_file, fail_file, count_abandoned};

void mc_fs_put(mc_request *request, const void *params)
{
    const mc_params_fs_put *put = params;
    world.handled++;
    if (put->data_size > FAKE_FILE_BYTES) {
        mc_refuse(request, MC_DISK_FULL, "the disk is full");
        return;
    }
    world.file_size = 0;
    mc_receive(request, &sink, put->data_size);
}

/* ---- Jobs ---- */

static void job_step(mc_job *job)
{
    static mc_failure failure;
    if (world.job_meanwhile)
        world.job_meanwhile(job);
    world.job_steps++;
    mc_job_count(job, (uint32_t)world.job_steps);
    if (mc_job_must_stop(job))
        mc_job_stopped(job);
    if (world.job_steps < world.job_length)
        return;
    if (world.job_error) {
        mc_job_fail_with(job, world.job_error);
    } else if (world.write_fails) {
        mc_fail_with(&failure, MC_LOCKED, "the folder is locked");
        failure.os_error = -45;
        mc_job_fail(job, &failure);
    } else {
        mc_job_finish(job, world.file_size);
    }
}

static void job_stop(mc_job *job)
{
    (void)job;
    world.job_stops++;
}

static bool job_read(uint32_t offset, uint8_t *to, uint16_t count, mc_failure *failure)
{
    if (world.read_fails)
        return mc_fail_with(failure, MC_NO_MEMORY, "the result is gone");
    memcpy(to, world.file + offset, count);
    return true;
}

static void job_dispose(void)
{
    world.job_disposals++;
}

static const mc_job_kind script = {job_step, job_stop, job_read, job_dispose};
static const mc_job_kind deletion = {job_step, NULL, NULL, NULL};

static void start_job(mc_request *request, const mc_job_kind *kind)
{
    world.handled++;
    if (mc_job_start(request, kind)) {
        world.job_steps = 0;
        world.job_starts++;
    }
}

void mc_applescript_eval(mc_request *request, const void *params)
{
    (void)params;
    start_job(request, &script);
}

void mc_fs_delete(mc_request *request, const void *params)
{
    const mc_params_fs_delete *wanted = params;
    if (wanted->recursive)
        start_job(request, &deletion);
    else
        answer_at_once(request, params);
}
