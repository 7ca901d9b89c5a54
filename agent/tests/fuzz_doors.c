/*
 * Streams that connect, fail and end when they like, under a listener and a dialler. Whatever happens: no call within a second of the
 * one before, none while a connection stands, and no stream is left idle for good.
 */
#include "dialler.h"
#include "fake.h"
#include "fuzz.h"
#include "listener.h"

enum { LONGEST_PAUSE = 60 * 60 };

static mc_prefs prefs;
static mc_session called, calling;
static mc_listener listener;
static mc_dialler dialler;
static mc_tcp doors[MC_STREAM_COUNT], line;
static uint32_t last_call;

void fuzz_doors_prepare(void)
{
    mc_tcp *streams[MC_STREAM_COUNT];
    for (int i = 0; i < MC_STREAM_COUNT; i++) {
        fake_tcp_init(&doors[i]);
        streams[i] = &doors[i];
    }
    fake_tcp_init(&line);
    mc_prefs_parse(&prefs, (const uint8_t *)"token = s3cret", 14);
    mc_session_init(&called, &prefs);
    mc_session_init(&calling, &prefs);
    mc_listener_init(&listener, &called, 4780, streams);
    mc_dialler_init(&dialler, &calling, 0x0A000202, 4790, &line);
    last_call = fake_ticks - 60;
}

int fuzz_doors_calls(void)
{
    return line.dials;
}

/* What a stream may do by itself in the state that it is in. */
static void happen(mc_tcp *tcp)
{
    static const char hello[] = "\1\0\0\0\x57{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"s3cret\",\"client_id\":\"f\","
                                "\"protocol_version\":1}}";
    bool opens = tcp->state == MC_TCP_LISTENING || tcp->state == MC_TCP_DIALLING;
    switch (random_below(4)) {
    case 0:
        if (opens) {
            tcp->state = MC_TCP_CONNECTED;
            tcp->error = 0;
            tcp->incoming_count = 0;
        }
        break;
    case 1:
        if (opens) {
            tcp->state = MC_TCP_IDLE;
            tcp->error = -23015;
        }
        break;
    case 2:
        if (tcp->state == MC_TCP_CONNECTED)
            tcp->state = MC_TCP_ENDED;
        break;
    default:
        if (tcp->state == MC_TCP_CONNECTED) {
            tcp->incoming = (const uint8_t *)hello;
            tcp->incoming_count = random_below(sizeof hello);
        }
    }
}

static void check_calls(int dials, mc_tcp_state before, int round)
{
    if (line.dials == dials)
        return;
    if (before != MC_TCP_IDLE || fake_ticks - last_call < 60)
        fail("the host is called too often", round);
    last_call = fake_ticks;
}

static void turn(int round)
{
    int dials = line.dials;
    mc_tcp_state before = line.state;
    mc_listener_turn(&listener);
    mc_dialler_turn(&dialler);
    check_calls(dials, before, round);
}

/* Given time, and left alone, everybody waits for somebody again. */
static void check_rest(int round)
{
    for (int i = 0; i < 20; i++) {
        fake_ticks += LONGEST_PAUSE;
        turn(round);
    }
    bool listens = true;
    for (int i = 0; i < MC_STREAM_COUNT; i++)
        listens &= doors[i].state == MC_TCP_LISTENING || doors[i].state == MC_TCP_CONNECTED;
    if (!listens || (line.state != MC_TCP_DIALLING && line.state != MC_TCP_CONNECTED))
        fail("a stream is left idle", round);
}

void fuzz_doors(int round)
{
    for (int i = 0; i < 10; i++) {
        happen(&doors[random_below(MC_STREAM_COUNT)]);
        happen(&line);
        fake_ticks += random_below(100);
        turn(round);
    }
    if (random_below(100) == 0)
        check_rest(round);
}
