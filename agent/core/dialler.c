#include "dialler.h"
#include "clock.h"
#include "log.h"

void mc_dialler_init(mc_dialler *dialler, mc_session *session, uint32_t address, uint16_t port, mc_tcp *tcp)
{
    memset(dialler, 0, sizeof *dialler);
    dialler->session = session;
    dialler->address = address;
    dialler->port = port;
    dialler->tcp = tcp;
    mc_backoff_reset(&dialler->backoff);
}

static void call(mc_dialler *dialler)
{
    uint32_t address = dialler->address;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "dials %u.%u.%u.%u:%u", address >> 24, address >> 16 & 0xFF,
           address >> 8 & 0xFF, address & 0xFF, (uint32_t)dialler->port);
    dialler->called = true;
    dialler->greeted = false;
    mc_tcp_dial(dialler->tcp, address, dialler->port);
}

/* A host that takes the call and says nothing, or has the wrong token, is as good as none. */
static void look_back(mc_dialler *dialler)
{
    dialler->called = false;
    if (mc_tcp_error(dialler->tcp))
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_TRANSPORT, "nobody answers: %d", (int32_t)mc_tcp_error(dialler->tcp));
    if (dialler->greeted)
        mc_backoff_reset(&dialler->backoff);
    mc_backoff_failed(&dialler->backoff);
}

static void go_on(mc_dialler *dialler)
{
    switch (mc_tcp_poll(dialler->tcp, mc_ticks())) {
    case MC_TCP_IDLE:
        if (dialler->called)
            look_back(dialler);
        else if (mc_backoff_is_over(&dialler->backoff))
            call(dialler);
        break;
    case MC_TCP_CONNECTED:
        mc_session_begin(dialler->session, dialler->tcp);
        break;
    case MC_TCP_ENDED:
        mc_tcp_close(dialler->tcp);
        break;
    case MC_TCP_LISTENING:
    case MC_TCP_DIALLING:
    case MC_TCP_CLOSING:
        break;
    }
}

void mc_dialler_turn(mc_dialler *dialler)
{
    mc_session_turn(dialler->session);
    dialler->greeted |= dialler->session->phase == MC_PHASE_SERVING;
    if (dialler->session->phase == MC_PHASE_FREE)
        go_on(dialler);
}
