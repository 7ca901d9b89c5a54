#include "listener.h"
#include "clock.h"
#include "log.h"
#include "session_parts.h"

enum {
    WAIT_TICKS = 15, /* for the session to become free */
    CLOSE_TICKS = 2 * 60 /* for a host that was turned away to close */
};

static void prepare_busy(mc_listener *listener)
{
    mc_writer writer;
    mc_failure failure;
    mc_fail_with(&failure, MC_BUSY, "the agent serves another host");
    mc_writer_start(&writer, listener->busy + MC_HEADER_BYTES, sizeof listener->busy - MC_HEADER_BYTES);
    mc_write_open(&writer, '{');
    mc_write_key(&writer, "id");
    mc_write_null(&writer);
    mc_member_boolean(&writer, "ok", false);
    mc_write_error(&writer, &failure);
    mc_write_close(&writer, '}');
    listener->busy_length = mc_finish_json(listener->busy, mc_writer_length(&writer));
}

void mc_listener_init(mc_listener *listener, mc_session *session, uint16_t port, mc_tcp *const *streams)
{
    memset(listener, 0, sizeof *listener);
    listener->session = session;
    listener->port = port;
    for (uint8_t i = 0; i < MC_STREAM_COUNT; i++) {
        listener->doors[i].tcp = streams[i];
        mc_backoff_reset(&listener->doors[i].backoff);
    }
    prepare_busy(listener);
}

static void set_visit(mc_door *door, mc_visit visit, uint32_t ticks)
{
    door->visit = visit;
    door->deadline = mc_ticks() + ticks;
}

/* A host that was told `busy` is given time to read it and close: closing first could throw the word away. */
static void go_on_with_visit(mc_listener *listener, mc_door *door)
{
    const uint8_t *ignored;
    bool late = (int32_t)(mc_ticks() - door->deadline) >= 0;
    if (door->visit == MC_VISIT_NONE) {
        set_visit(door, MC_VISIT_WAITING, WAIT_TICKS);
    } else if (door->visit == MC_VISIT_TURNED_AWAY) {
        if (late)
            mc_tcp_close(door->tcp);
        else if (!mc_tcp_busy(door->tcp))
            mc_tcp_receive(door->tcp, &ignored);
    } else if (late) {
        mc_tcp_send(door->tcp, listener->busy, listener->busy_length);
        set_visit(door, MC_VISIT_TURNED_AWAY, CLOSE_TICKS);
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "another host is told that the agent is busy");
    }
}

/* Who was connected may have gone again before it was seen: only an error says that the port could not be taken. */
static void look_back(mc_listener *listener, mc_door *door)
{
    int16_t error = mc_tcp_error(door->tcp);
    door->listened = false;
    if (!error) {
        mc_backoff_reset(&door->backoff);
        return;
    }
    mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_TRANSPORT, "port %u cannot be listened on: %d", (uint32_t)listener->port, (int32_t)error);
    mc_backoff_failed(&door->backoff);
}

static void listen(mc_listener *listener, mc_door *door)
{
    if (door->listened)
        look_back(listener, door);
    if (!mc_backoff_is_over(&door->backoff))
        return;
    door->listened = true;
    mc_tcp_listen(door->tcp, listener->port);
}

static void admit(mc_listener *listener, mc_door *door)
{
    if (listener->session->phase == MC_PHASE_FREE && door->visit != MC_VISIT_TURNED_AWAY)
        mc_session_begin(listener->session, door->tcp);
    else
        go_on_with_visit(listener, door);
}

static void door_turn(mc_listener *listener, mc_door *door)
{
    switch (mc_tcp_poll(door->tcp, mc_ticks())) {
    case MC_TCP_IDLE:
        door->visit = MC_VISIT_NONE;
        listen(listener, door);
        break;
    case MC_TCP_CONNECTED:
        admit(listener, door);
        break;
    case MC_TCP_ENDED:
        mc_tcp_close(door->tcp);
        break;
    case MC_TCP_LISTENING:
    case MC_TCP_DIALLING:
    case MC_TCP_CLOSING:
        break;
    }
}

void mc_listener_turn(mc_listener *listener)
{
    mc_session_turn(listener->session);
    for (uint8_t i = 0; i < MC_STREAM_COUNT; i++)
        if (listener->doors[i].tcp && listener->doors[i].tcp != listener->session->tcp)
            door_turn(listener, &listener->doors[i]);
}
