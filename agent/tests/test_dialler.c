/* A stream that calls the host. */
#include "dialler.h"
#include "fake.h"
#include "test.h"

static mc_prefs prefs;
static mc_session session;
static mc_dialler dialler;
static mc_tcp tcp;

static void set_up(void)
{
    fake_ticks = 1000;
    fake_tcp_init(&tcp);
    mc_prefs_default(&prefs);
    mc_prefs_parse(&prefs, (const uint8_t *)"token = s3cret", 14);
    mc_session_init(&session, &prefs);
    mc_dialler_init(&dialler, &session, 0x0A000202, 4790, &tcp);
    mc_dialler_turn(&dialler);
}

static void let_pass(uint32_t ticks)
{
    fake_ticks += ticks;
    for (int i = 0; i < 10; i++)
        mc_dialler_turn(&dialler);
}

static void say_hello(void)
{
    static char hello[] = "\1\0\0\0\0{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"s3cret\",\"client_id\":\"t\","
                                "\"protocol_version\":1}}";
    hello[4] = sizeof hello - 1 - MC_HEADER_BYTES;
    tcp.incoming = (const uint8_t *)hello;
    tcp.incoming_count = sizeof hello - 1;
    let_pass(0);
    CHECK(session.phase == MC_PHASE_SERVING);
}

static void it_calls_and_the_host_greets(void)
{
    set_up();
    CHECK(tcp.dials == 1 && tcp.dialled_address == 0x0A000202 && tcp.dialled_port == 4790);
    let_pass(1000);
    CHECK(tcp.dials == 1);
    tcp.state = MC_TCP_CONNECTED;
    let_pass(0);
    CHECK(session.phase == MC_PHASE_GREETING && tcp.sent_count == 0);
    say_hello();
    CHECK(tcp.listens == 0);
    fake_tcp_free(&tcp);
}

/* Never sooner than a second after the last connection has ended. */
static void it_calls_again(void)
{
    set_up();
    for (int calls = 1; calls < 5; calls++) {
        CHECK(tcp.dials == calls);
        tcp.state = MC_TCP_CONNECTED;
        let_pass(0);
        say_hello();
        let_pass(100000);
        tcp.state = MC_TCP_ENDED;
        let_pass(0);
        CHECK(session.phase == MC_PHASE_FREE && tcp.closes == calls);
        let_pass(59);
        CHECK(tcp.dials == calls);
        let_pass(1);
    }
    fake_tcp_free(&tcp);
}

static void check_pauses(void (*lose)(void))
{
    uint32_t pause = 60;
    set_up();
    for (int calls = 1; calls < 12; calls++) {
        CHECK(tcp.dials == calls);
        lose();
        let_pass(pause - 1);
        CHECK(tcp.dials == calls);
        let_pass(1);
        pause = pause < 1920 ? pause * 2 : 3600;
    }
    tcp.state = MC_TCP_CONNECTED;
    tcp.error = 0;
    let_pass(0);
    say_hello();
    tcp.state = MC_TCP_ENDED;
    let_pass(0);
    let_pass(60);
    CHECK(tcp.dials == 13);
    fake_tcp_free(&tcp);
}

static void nobody_answers(void)
{
    tcp.state = MC_TCP_IDLE;
    tcp.error = -23015;
    let_pass(0);
}

static void who_answers_says_nothing(void)
{
    tcp.state = MC_TCP_CONNECTED;
    let_pass(0);
    CHECK(session.phase == MC_PHASE_GREETING);
    let_pass(600);
    CHECK(session.phase == MC_PHASE_FREE);
}

static void who_answers_leaves(void)
{
    tcp.state = MC_TCP_CONNECTED;
    let_pass(0);
    tcp.state = MC_TCP_ENDED;
    let_pass(0);
}

void test_dialler(void)
{
    it_calls_and_the_host_greets();
    it_calls_again();
    check_pauses(nobody_answers);
    check_pauses(who_answers_says_nothing);
    check_pauses(who_answers_leaves);
}
