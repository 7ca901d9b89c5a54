/* Two streams: the first host is served, the second is told busy and may come back. */
#include "fake.h"
#include "test.h"

static mc_prefs prefs;
static mc_session session;
static mc_listener listener;
static mc_tcp first, second;

static void set_up(bool with_second)
{
    mc_tcp *streams[MC_STREAM_COUNT] = {&first, with_second ? &second : NULL};
    fake_ticks = 1000;
    fake_tcp_init(&first);
    fake_tcp_init(&second);
    mc_prefs_default(&prefs);
    mc_session_init(&session, &prefs);
    mc_listener_init(&listener, &session, 4780, streams);
    mc_listener_turn(&listener);
}

static void tear_down(void)
{
    fake_tcp_free(&first);
    fake_tcp_free(&second);
}

static void both_listen(void)
{
    set_up(true);
    CHECK(first.state == MC_TCP_LISTENING && second.state == MC_TCP_LISTENING);
    mc_listener_turn(&listener);
    CHECK(first.listens == 1 && second.listens == 1);
    tear_down();
}

static void let_pass(uint32_t ticks)
{
    fake_ticks += ticks;
    mc_listener_turn(&listener);
    mc_listener_turn(&listener);
}

static void second_is_turned_away(void)
{
    static const char busy[] = "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"busy\"";
    set_up(true);
    first.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    CHECK(session.tcp == &first);
    second.state = MC_TCP_CONNECTED;
    let_pass(0);
    CHECK(second.sent_count == 0);
    let_pass(15);
    CHECK(second.sent_count > sizeof busy && memcmp(second.sent + 5, busy, sizeof busy - 1) == 0);
    CHECK(second.closes == 0 && first.sent_count == 0 && session.tcp == &first);
    let_pass(119);
    CHECK(second.closes == 0);
    let_pass(1);
    CHECK(second.closes == 1 && second.state == MC_TCP_LISTENING);
    tear_down();
}

/* It does not even read that: it is dropped all the same. */
static void second_does_not_read(void)
{
    set_up(true);
    first.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    second.state = MC_TCP_CONNECTED;
    second.busy_turns = 1000000;
    let_pass(0);
    let_pass(15);
    CHECK(second.busy > 0 && second.closes == 0);
    let_pass(120);
    CHECK(second.closes == 1);
    tear_down();
}

/* Who comes while the old connection is not yet seen to be over is served, through either stream. */
static void quick_return(void)
{
    set_up(true);
    first.state = MC_TCP_CONNECTED;
    let_pass(0);
    second.state = MC_TCP_CONNECTED;
    let_pass(5);
    first.state = MC_TCP_ENDED;
    let_pass(5);
    CHECK(session.tcp == &second && second.sent_count == 0 && first.state == MC_TCP_LISTENING);
    second.state = MC_TCP_ENDED;
    let_pass(1);
    CHECK(session.tcp == NULL && second.state == MC_TCP_LISTENING);
    tear_down();
}

static void one_stream_is_enough(void)
{
    set_up(false);
    first.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    CHECK(session.tcp == &first);
    tear_down();
}

/* MacTCP keeps the port: it is tried again after a second, two, four, and at last once a minute. */
static void the_port_is_taken(void)
{
    uint32_t pause = 60;
    set_up(false);
    for (int tries = 1; tries < 12; tries++) {
        CHECK(first.listens == tries && first.state == MC_TCP_LISTENING);
        first.state = MC_TCP_IDLE;
        first.error = -23017;
        let_pass(0);
        let_pass(pause - 1);
        CHECK(first.listens == tries);
        let_pass(1);
        pause = pause < 1920 ? pause * 2 : 3600;
    }
    first.state = MC_TCP_CONNECTED;
    first.error = 0;
    let_pass(0);
    CHECK(session.tcp == &first);
    first.state = MC_TCP_ENDED;
    let_pass(0);
    CHECK(first.listens == 13); /* at once: it went well */
    first.state = MC_TCP_IDLE;
    let_pass(0);
    let_pass(60);
    CHECK(first.listens == 14);
    tear_down();
}

void test_listener(void)
{
    both_listen();
    second_is_turned_away();
    second_does_not_read();
    quick_return();
    one_stream_is_enough();
    the_port_is_taken();
}
