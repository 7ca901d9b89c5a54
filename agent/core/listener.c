#include "listener.h"
#include "clock.h"
#include "session_parts.h"

enum { CLOSE_TICKS = 2 * 60 }; /* how long a host that was turned away may take to close */

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
    memcpy(listener->streams, streams, sizeof listener->streams);
    prepare_busy(listener);
}

/* Says `busy`, then gives the host time to read it and close: closing first could throw the word away. */
static void turn_away(mc_listener *listener, uint8_t index)
{
    mc_tcp *tcp = listener->streams[index];
    const uint8_t *ignored;
    uint32_t now = mc_ticks();
    if (mc_tcp_busy(tcp))
        return;
    if (!listener->turned_away[index]) {
        mc_tcp_send(tcp, listener->busy, listener->busy_length);
        listener->turned_away[index] = true;
        listener->patience[index] = now + CLOSE_TICKS;
        return;
    }
    mc_tcp_receive(tcp, &ignored);
    if ((int32_t)(now - listener->patience[index]) >= 0)
        mc_tcp_close(tcp);
}

static void stream_turn(mc_listener *listener, uint8_t index)
{
    mc_tcp *tcp = listener->streams[index];
    switch (mc_tcp_poll(tcp, mc_ticks())) {
    case MC_TCP_IDLE:
        listener->turned_away[index] = false;
        mc_tcp_listen(tcp, listener->port);
        break;
    case MC_TCP_CONNECTED:
        if (listener->session->phase == MC_PHASE_FREE && !listener->turned_away[index])
            mc_session_begin(listener->session, tcp);
        else
            turn_away(listener, index);
        break;
    case MC_TCP_ENDED:
        mc_tcp_close(tcp);
        break;
    case MC_TCP_LISTENING:
    case MC_TCP_CLOSING:
        break;
    }
}

void mc_listener_turn(mc_listener *listener)
{
    for (uint8_t index = 0; index < MC_STREAM_COUNT; index++)
        if (listener->streams[index] && listener->streams[index] != listener->session->tcp)
            stream_turn(listener, index);
    mc_session_turn(listener->session);
}
