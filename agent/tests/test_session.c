/* What a session does with good and bad conversations. */
#include "conversation.h"
#include "crc32.h"
#include "test.h"

static void hello_comes_first(void)
{
    connect_with("token = s3cret\ragent = full\r");
    ask("{\"id\":1,\"method\":\"health\"}");
    CHECK(says("\"id\":1,\"ok\":false,\"error\":{\"code\":\"unauthorized\""));
    ask("{\"id\":2,\"method\":\"no.such\"}");
    CHECK(says("unauthorized"));
    CHECK(world.handled == 0 && session.phase == MC_PHASE_GREETING);
    ask(HELLO);
    CHECK_TEXT(said(), OK_EMPTY(1));
    ask("{\"id\":2,\"method\":\"no.such\"}");
    CHECK(says("\"code\":\"unknown_method\""));
    disconnect();
}

static void wrong_token_ends_it(void)
{
    connect_with("token = s3cret\ragent = full\r");
    ask("{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"S3cret\",\"client_id\":\"t\",\"protocol_version\":1}}");
    CHECK(says("unauthorized"));
    CHECK(session.phase == MC_PHASE_LEAVING);
    ask(HELLO);
    CHECK_TEXT(said(), "");
    fake_ticks += 121;
    turn(1);
    CHECK(session.phase == MC_PHASE_FREE && tcp.closes == 1);
    disconnect();
}

static void tiers(void)
{
    static const char *const tier_names[] = {"disabled", "read-only", "full", "nonsense"};
    static const int may_read[] = {0, 1, 1, 0}, may_write[] = {0, 0, 1, 0};
    for (int tier = 0; tier < 4; tier++) {
        connect_and_greet(tier_names[tier]);
        ask("{\"id\":2,\"method\":\"health\"}");
        CHECK(says(OK_EMPTY(2)));
        ask("{\"id\":3,\"method\":\"font.list\"}");
        CHECK(says(may_read[tier] ? OK_EMPTY(3) : "\"code\":\"denied\""));
        ask("{\"id\":4,\"method\":\"fs.delete\",\"params\":{\"path\":\"a\"}}");
        CHECK(says(may_write[tier] ? OK_EMPTY(4) : "\"code\":\"denied\""));
        disconnect();
    }
}

static void faults_leave_it_serving(void)
{
    connect_and_greet("full");
    ask("{\"id\":2,");
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_json\""));
    ask("[]");
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    ask("{\"id\":-3,\"method\":\"health\"}");
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    ask("{\"id\":4,\"method\":\"fs.stat\",\"params\":{\"path\":7}}");
    CHECK(says("{\"id\":4,\"ok\":false,\"error\":{\"code\":\"bad_params\",\"message\":\"a string is expected\",\"details\":{\"param\":\"path\"}}}"));
    ask("{\"id\":5,\"method\":\"fs.stat\"}");
    CHECK(says("\"details\":{\"param\":\"path\"}"));
    ask("{\"id\":6,\"method\":\"system.info\"}");
    CHECK(says("{\"id\":6,\"ok\":false,\"error\":{\"code\":\"internal\""));
    ask("{\"id\":7,\"method\":\"fs.list\",\"params\":{\"path\":\"a\"}}");
    CHECK(says("{\"id\":7,\"ok\":false,\"error\":{\"code\":\"internal\""));
    ask("{\"id\":8,\"end\":{\"size\":0,\"crc32\":0}}");
    CHECK(says("{\"id\":8,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    add_binary(9, "x", 1);
    go();
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    ask("{\"id\":10,\"method\":\"health\"}");
    CHECK(says(OK_EMPTY(10)));
    disconnect();
}

static void a_broken_frame_ends_it(void)
{
    connect_and_greet("full");
    add_bytes("GET / HTTP/1.0\r\n\r\n", 18);
    go();
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_frame\""));
    CHECK(session.phase == MC_PHASE_LEAVING);
    tcp.state = MC_TCP_ENDED;
    turn(1);
    CHECK(session.phase == MC_PHASE_FREE);
    disconnect();
}

static void one_request_at_a_time(void)
{
    connect_and_greet("full");
    add_json("{\"id\":2,\"method\":\"fs.stat\",\"params\":{\"path\":\"a\"}}");
    add_json("{\"id\":3,\"method\":\"health\"}");
    add_json("{\"id\":4,\"method\":\"health\"}");
    go();
    const char *text = said();
    CHECK(strstr(text, "{\"id\":3,\"ok\":false,\"error\":{\"code\":\"busy\""));
    CHECK(strstr(text, OK_EMPTY(2)));
    disconnect();
}

/* What bears the id of the request under way is refused without it: else the host would take that for the answer. */
static void the_running_id_is_taken(void)
{
    static const char busy[] = "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"busy\"";
    static const char stray[] = "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\"";
    connect_and_greet("full");
    add_json("{\"id\":2,\"method\":\"fs.stat\",\"params\":{\"path\":\"a\"}}");
    add_json("{\"id\":2,\"method\":\"health\"}");
    add_json("{\"id\":2,\"end\":{\"size\":0,\"crc32\":0}}");
    add_json("{\"id\":2,\"method\":7}");
    go();
    const char *text = said();
    CHECK(strncmp(text, busy, strlen(busy)) == 0);
    text = strchr(text, '\n') + 1;
    CHECK(strncmp(text, stray, strlen(stray)) == 0);
    text = strchr(text, '\n') + 1;
    CHECK(strncmp(text, stray, strlen(stray)) == 0);
    CHECK_TEXT(strchr(text, '\n') + 1, OK_EMPTY(2));
    ask("{\"id\":2,\"method\":\"health\"}"); /* over: the id may come again */
    CHECK_TEXT(said(), OK_EMPTY(2));
    disconnect();
}

/* The request's text stays while the handler needs it, and what follows waits. */
static void parameters_are_kept(void)
{
    connect_and_greet("full");
    add_json("{\"id\":2,\"method\":\"screen.input\",\"params\":{\"events\":[{\"type\":\"move\",\"x\":1,\"y\":2},{\"type\":\"type\",\"text\":\"\\u0041\"},"
             "{\"type\":\"drag\",\"path\":[{\"x\":1,\"y\":2}]}]}}");
    add_json("{\"id\":3,\"method\":\"health\"}");
    go();
    CHECK_TEXT(said(), OK_EMPTY(2) OK_EMPTY(3));
    CHECK(world.events == 3);
    ask("{\"id\":4,\"method\":\"screen.input\",\"params\":{\"events\":[{\"type\":\"move\"},{\"type\":\"click\",\"count\":4}]}}");
    CHECK(says("\"details\":{\"param\":\"count\"}"));
    ask("{\"id\":5,\"method\":\"health\"}");
    CHECK(says(OK_EMPTY(5)));
    disconnect();
}

static void a_stream(uint32_t size, const char *expected)
{
    char end[100];
    connect_and_greet("full");
    world.file_size = size;
    for (uint32_t i = 0; i < size; i++)
        world.file[i] = (uint8_t)(i * 7 + (i >> 8));
    ask("{\"id\":2,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    sprintf(end, "%s{\"id\":2,\"end\":{\"size\":%u,\"crc32\":%u}}\n", expected, size, mc_crc32(0, world.file, size));
    const char *text = said();
    CHECK_TEXT(strchr(text, '\n') + 1, end);
    CHECK(world.closed == 1);
    ask("{\"id\":3,\"method\":\"health\"}");
    CHECK(says(OK_EMPTY(3)));
    disconnect();
}

static void streams(void)
{
    a_stream(0, "");
    a_stream(1, "[2:1]\n");
    a_stream(4096, "[2:4096]\n");
    a_stream(4097, "[2:4096]\n[2:1]\n");
    a_stream(10000, "[2:4096]\n[2:4096]\n[2:1808]\n");
}

static void a_stream_that_breaks(void)
{
    connect_and_greet("full");
    world.file_size = 10;
    world.read_fails = true;
    ask("{\"id\":2,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    CHECK(says("{\"id\":2,\"end\":{\"error\":{\"code\":\"io\",\"message\":\"reading the data fork failed\",\"details\":{\"os_error\":-36}}}}"));
    CHECK(world.closed == 1);
    disconnect();
}

/* A request in the middle of a stream is told busy, and the stream is none the worse. */
static void busy_while_streaming(void)
{
    connect_and_greet("full");
    world.file_size = 9000;
    tcp.busy_turns = 3;
    add_json("{\"id\":2,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    deliver();
    turn(12);
    add_json("{\"id\":3,\"method\":\"health\"}");
    go();
    const char *text = said();
    CHECK(strstr(text, "{\"id\":3,\"ok\":false,\"error\":{\"code\":\"busy\""));
    CHECK(strstr(text, "[2:4096]\n") && strstr(text, "[2:808]\n"));
    CHECK(strstr(text, "\"end\":{\"size\":9000,"));
    disconnect();
}

#define PUT(id, size)                                                                                                  \
    "{\"id\":" #id ",\"method\":\"fs.put\",\"params\":{\"path\":\"a\",\"type\":\"TEXT\",\"creator\":\"ttxt\",\"data_size\":" #size          \
    ",\"resource_size\":0}}"
#define ACCEPTED(id) "{\"id\":" #id ",\"accepted\":{\"window\":16384,\"chunk\":3584}}\n"

static void a_put(void)
{
    static uint8_t data[20000];
    char end[100];
    connect_and_greet("full");
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 13);
    add_json(PUT(2, 20000));
    for (size_t at = 0; at < sizeof data; at += 4000)
        add_binary(2, data + at, 4000);
    sprintf(end, "{\"id\":2,\"end\":{\"size\":20000,\"crc32\":%u}}", mc_crc32(0, data, sizeof data));
    add_json(end);
    go();
    sprintf(end, "{\"id\":2,\"ok\":true,\"result\":{\"crc32\":%u}}\n", mc_crc32(0, data, sizeof data));
    const char *text = said();
    CHECK(strstr(text, ACCEPTED(2)) == text);
    CHECK(strstr(text, "{\"id\":2,\"progress\":{\"received\":12000}}\n{\"id\":2,\"progress\":{\"received\":20000}}\n"));
    CHECK(strstr(text, end));
    CHECK(world.finished == 1 && world.abandoned == 0 && memcmp(world.file, data, sizeof data) == 0);
    disconnect();
}

static void an_empty_put(void)
{
    connect_and_greet("full");
    add_json(PUT(2, 0));
    ask("{\"id\":2,\"end\":{\"size\":0,\"crc32\":0}}");
    CHECK_TEXT(said(), ACCEPTED(2) "{\"id\":2,\"ok\":true,\"result\":{\"crc32\":0}}\n");
    disconnect();
}

/* Sends the put of five bytes with one thing wrong, then what was still under way, then a request. */
static void a_bad_put(const char *data, const char *end, const char *code)
{
    char expected[100];
    connect_and_greet("full");
    add_json(PUT(2, 5));
    add_binary(2, data, strlen(data));
    add_json(end);
    go();
    sprintf(expected, "{\"id\":2,\"ok\":false,\"error\":{\"code\":\"%s\"", code);
    const char *text = said();
    CHECK(strstr(text, expected));
    CHECK(strstr(strstr(text, "\"error\"") + 1, "\"error\"") == NULL);
    ask("{\"id\":3,\"method\":\"health\"}");
    CHECK_TEXT(said(), OK_EMPTY(3));
    CHECK(world.finished == 0 && world.abandoned == 1);
    disconnect();
}

static void bad_puts(void)
{
    a_bad_put("forks", "{\"id\":2,\"end\":{\"size\":5,\"crc32\":1}}", "crc_mismatch");
    a_bad_put("fork", "{\"id\":2,\"end\":{\"size\":4,\"crc32\":1}}", "size_mismatch");
    a_bad_put("forks", "{\"id\":2,\"end\":{\"size\":6,\"crc32\":1}}", "size_mismatch");
    a_bad_put("forks!", "{\"id\":2,\"end\":{\"size\":6,\"crc32\":1}}", "size_mismatch");
    a_bad_put("forks", "{\"id\":2,\"end\":{\"error\":{\"code\":\"cancelled\",\"message\":\"\"}}}", "cancelled");
}

/* A second end marker is no part of anything: behind the answer, and while a failed put is being undone. */
static void a_second_end(void)
{
    connect_and_greet("full");
    add_json(PUT(2, 0));
    add_json("{\"id\":2,\"end\":{\"size\":0,\"crc32\":0}}");
    ask("{\"id\":2,\"end\":{\"size\":0,\"crc32\":0}}");
    const char *text = said();
    CHECK(strstr(text, "{\"id\":2,\"ok\":true,\"result\":{\"crc32\":0}}\n{\"id\":2,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    CHECK(world.finished == 1);
    add_json(PUT(3, 5));
    add_json("{\"id\":3,\"end\":{\"size\":0,\"crc32\":0}}");
    ask("{\"id\":3,\"end\":{\"size\":0,\"crc32\":0}}");
    text = said();
    CHECK(strstr(text, "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\""));
    CHECK(strstr(text, "{\"id\":3,\"ok\":false,\"error\":{\"code\":\"size_mismatch\""));
    CHECK(world.abandoned == 1);
    ask("{\"id\":4,\"method\":\"health\"}");
    CHECK_TEXT(said(), OK_EMPTY(4));
    disconnect();
}

#define STRAY                                                                                                          \
    "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad_request\",\"message\":\"binary data came outside of a transfer\"}}\n"

/* The frames behind the failed one are dropped without a word until the end marker. */
static void a_put_that_cannot_be_written(void)
{
    connect_and_greet("full");
    world.write_fails = true;
    add_json(PUT(2, 30));
    for (int i = 0; i < 3; i++)
        add_binary(2, "0123456789", 10);
    add_json("{\"id\":2,\"end\":{\"size\":30,\"crc32\":1}}");
    go();
    CHECK_TEXT(said(), ACCEPTED(2) "{\"id\":2,\"ok\":false,\"error\":{\"code\":\"disk_full\",\"message\":\"the disk is full\","
                                   "\"details\":{\"os_error\":-34}}}\n");
    CHECK(world.abandoned == 1);
    add_binary(2, "x", 1);
    add_binary(0, "x", 1);
    go();
    CHECK_TEXT(said(), STRAY STRAY);
    disconnect();
}

static void disconnected_in_the_middle(void)
{
    connect_and_greet("full");
    add_json(PUT(2, 30));
    add_binary(2, "0123456789", 10);
    go();
    tcp.state = MC_TCP_ENDED;
    turn(1);
    CHECK(world.abandoned == 1 && session.phase == MC_PHASE_FREE);
    turn(5);
    fake_tcp_free(&tcp);

    connect_and_greet("full");
    world.file_size = FAKE_FILE_BYTES;
    add_json("{\"id\":2,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    deliver();
    turn(5);
    tcp.state = MC_TCP_ENDED;
    turn(1);
    CHECK(world.closed == 1 && session.phase == MC_PHASE_FREE);
    disconnect();
}

static void time_runs_out(void)
{
    connect_with("token = s3cret\ragent = full\r");
    fake_ticks += 599;
    turn(1);
    CHECK(session.phase == MC_PHASE_GREETING);
    fake_ticks += 1;
    turn(1);
    CHECK(session.phase == MC_PHASE_FREE);
    disconnect();

    connect_and_greet("full");
    add_bytes("\1\0\0\0\x9{\"id", 9);
    go();
    fake_ticks += 899;
    turn(1);
    CHECK_TEXT(said(), "");
    fake_ticks += 1;
    turn(1);
    CHECK(says("{\"id\":null,\"ok\":false,\"error\":{\"code\":\"timeout\""));
    CHECK(session.phase == MC_PHASE_LEAVING);
    disconnect();

    connect_and_greet("full");
    ask(PUT(2, 30));
    said();
    fake_ticks += 900;
    turn(2);
    CHECK(says("{\"id\":2,\"ok\":false,\"error\":{\"code\":\"timeout\""));
    CHECK(world.abandoned == 1 && session.phase == MC_PHASE_SERVING);
    fake_ticks += 100000; /* idle between requests is no fault */
    turn(1);
    CHECK(session.phase == MC_PHASE_SERVING);
    disconnect();
}

/* A send that does not end: the host reads nothing. */
static void a_host_that_does_not_read(void)
{
    connect_and_greet("full");
    tcp.busy_turns = 1000000;
    ask("{\"id\":2,\"method\":\"health\"}");
    CHECK(session.phase == MC_PHASE_SERVING);
    fake_ticks += 899;
    turn(1);
    CHECK(session.phase == MC_PHASE_SERVING);
    fake_ticks += 1;
    turn(1);
    CHECK(session.phase == MC_PHASE_FREE && tcp.closes == 1);
    disconnect();
}

/* Bytes one by one, and a stream that is often busy. */
static void slowly(void)
{
    connect_and_greet("full");
    tcp.piece = 1;
    tcp.busy_turns = 2;
    add_json("{\"id\":2,\"method\":\"health\"}");
    add_json("{\"id\":3,\"method\":\"health\"}");
    go();
    CHECK_TEXT(said(), OK_EMPTY(2) OK_EMPTY(3));
    disconnect();
}

void test_session(void)
{
    hello_comes_first();
    wrong_token_ends_it();
    tiers();
    faults_leave_it_serving();
    a_broken_frame_ends_it();
    one_request_at_a_time();
    the_running_id_is_taken();
    parameters_are_kept();
    streams();
    a_stream_that_breaks();
    busy_while_streaming();
    a_put();
    an_empty_put();
    bad_puts();
    a_second_end();
    a_put_that_cannot_be_written();
    disconnected_in_the_middle();
    time_runs_out();
    a_host_that_does_not_read();
    slowly();
}
