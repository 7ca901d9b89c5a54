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

static void second_is_turned_away(void)
{
    static const char busy[] = "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"busy\"";
    set_up(true);
    first.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    CHECK(session.tcp == &first);
    second.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    mc_listener_turn(&listener);
    CHECK(second.sent_count > sizeof busy && memcmp(second.sent + 5, busy, sizeof busy - 1) == 0);
    CHECK(second.closes == 0 && first.sent_count == 0 && session.tcp == &first);
    fake_ticks += 121;
    mc_listener_turn(&listener);
    CHECK(second.closes == 1);
    mc_listener_turn(&listener);
    CHECK(second.state == MC_TCP_LISTENING);

    /* The first leaves: who comes next is served, through either stream. */
    first.state = MC_TCP_ENDED;
    second.state = MC_TCP_LISTENING;
    mc_listener_turn(&listener);
    CHECK(session.phase == MC_PHASE_FREE);
    second.state = MC_TCP_CONNECTED;
    mc_listener_turn(&listener);
    CHECK(session.tcp == &second && first.state == MC_TCP_LISTENING);
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

void test_listener(void)
{
    both_listen();
    second_is_turned_away();
    one_stream_is_enough();
}
