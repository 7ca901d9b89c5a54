/* Jobs beside the conversation, and what is said unasked. */
#include "conversation.h"
#include "log.h"
#include "session_parts.h"
#include "test.h"

#define EVAL(id) "{\"id\":" #id ",\"method\":\"applescript.eval\",\"params\":{\"size\":0}}"
#define DELETE(id) "{\"id\":" #id ",\"method\":\"fs.delete\",\"params\":{\"path\":\"a\",\"recursive\":true}}"
#define ABOUT(id, verb, job) "{\"id\":" #id ",\"method\":\"jobs." verb "\",\"params\":{\"job_id\":" #job "}}"
#define STARTED(id, job) "{\"id\":" #id ",\"ok\":true,\"result\":{\"job_id\":" #job "}}\n"
#define SUBSCRIBE(id, channel) "{\"id\":" #id ",\"method\":\"subscribe\",\"params\":{\"channels\":[\"" channel "\"]}}"
#define UNSUBSCRIBE(id, channel) "{\"id\":" #id ",\"method\":\"unsubscribe\",\"params\":{\"channels\":[\"" channel "\"]}}"

static void begin(int length)
{
    connect_and_greet("full");
    world.job_length = length;
}

static void a_job_runs_beside_the_conversation(void)
{
    begin(500);
    world.file_size = 5000;
    ask(EVAL(2));
    CHECK_TEXT(said(), STARTED(2, 1));
    CHECK(world.job_steps > 300 && world.job_steps < 500);
    fake_ticks += 90;
    ask(ABOUT(3, "status", 1));
    const char *text = said();
    CHECK(strstr(text, "{\"id\":3,\"ok\":true,\"result\":{\"job_id\":1,\"method\":\"applescript.eval\",\"status\":\"running\","
                       "\"elapsed_ms\":1500,\"items\":"));
    CHECK(strstr(text, "{\"event\":\"job.done\",\"payload\":{\"job_id\":1,\"method\":\"applescript.eval\",\"status\":\"done\","
                       "\"elapsed_ms\":1500,\"items\":500,\"size\":5000}}\n"));
    ask(ABOUT(4, "status", 1));
    CHECK(says("\"status\":\"done\""));
    ask(ABOUT(5, "result", 1));
    CHECK(says("{\"id\":5,\"ok\":true,\"result\":{\"data\":{\"$binary\":true,\"size\":5000}}}\n[5:4096]\n[5:904]\n{\"id\":5,\"end\":"));
    ask(ABOUT(6, "result", 1)); /* as often as one likes */
    CHECK(says("[6:904]\n"));
    CHECK(world.job_disposals == 0 && world.job_stops == 0);
    disconnect();
    CHECK(world.job_disposals == 1);
}

static void one_job_at_a_time(void)
{
    begin(100000);
    ask(EVAL(2));
    said();
    ask(EVAL(3));
    CHECK(says("{\"id\":3,\"ok\":false,\"error\":{\"code\":\"busy\""));
    ask(ABOUT(4, "result", 1));
    CHECK(says("\"code\":\"busy\""));
    ask(ABOUT(5, "status", 2));
    CHECK(says("\"code\":\"not_found\""));
    ask("{\"id\":6,\"method\":\"health\"}");
    CHECK(says("{\"id\":6,\"ok\":true"));
    CHECK(world.job_starts == 1);
    disconnect();
    turn(1);
}

/* The result of the last job stays until another begins. */
static void a_second_job(void)
{
    begin(1);
    ask(EVAL(2));
    CHECK(says("job.done"));
    ask(DELETE(3));
    CHECK(world.job_disposals == 1);
    const char *text = said();
    CHECK(strstr(text, STARTED(3, 2)));
    CHECK(strstr(text, "{\"job_id\":2,\"method\":\"fs.delete\",\"status\":\"done\",\"elapsed_ms\":0,\"items\":1}"));
    ask(ABOUT(4, "status", 1));
    CHECK(says("\"code\":\"not_found\""));
    ask(ABOUT(5, "result", 2));
    CHECK(says("\"code\":\"not_found\""));
    disconnect();
}

static void cancelling(void)
{
    begin(100000);
    ask(EVAL(2));
    said();
    add_json(ABOUT(3, "cancel", 1));
    add_json(ABOUT(4, "cancel", 1));
    go();
    const char *text = said();
    CHECK(strstr(text, "{\"id\":3,\"ok\":true,\"result\":{\"status\":\"running\"}}\n"));
    CHECK(strstr(text, "\"event\":\"job.done\"") && strstr(text, "\"status\":\"cancelled\""));
    CHECK(world.job_stops == 1);
    ask(ABOUT(5, "result", 1));
    CHECK(says("\"code\":\"not_found\""));
    ask(ABOUT(6, "cancel", 1));
    CHECK(says("{\"status\":\"cancelled\"}"));
    ask(DELETE(7)); /* has nothing to be told: it looks */
    ask(ABOUT(8, "cancel", 2));
    CHECK(says("\"method\":\"fs.delete\",\"status\":\"cancelled\""));
    disconnect();
}

static void failing(void)
{
    static const mc_job_error error = {MC_APPLESCRIPT, -2753, 3, 10, 14, "\x13The variable \"\xE9\" is"};
    static mc_job_error long_error = {.code = MC_APPLE_EVENT};
    begin(1);
    world.job_error = &error;
    ask(EVAL(2));
    CHECK(says("\"status\":\"failed\",\"elapsed_ms\":0,\"items\":1,\"error\":{\"code\":\"applescript\",\"message\":\"The variable "
               "\\\"\xC3\x88\\\" is\",\"os_error\":-2753,\"line\":3,\"start\":10,\"end\":14}}}\n"));
    memset(long_error.message, 1, sizeof long_error.message);
    long_error.message[0] = 255;
    world.job_error = &long_error;
    ask(EVAL(3));
    CHECK(says("\\u0001\\u0001\"}}}\n"));
    world.job_error = NULL;
    world.write_fails = true;
    ask(DELETE(4));
    CHECK(says("\"error\":{\"code\":\"locked\",\"message\":\"the folder is locked\",\"os_error\":-45}}}\n"));
    disconnect();
}

static void a_result_that_breaks_off(void)
{
    begin(1);
    world.file_size = 9;
    ask(EVAL(2));
    said();
    world.read_fails = true;
    ask(ABOUT(3, "result", 1));
    CHECK(says("{\"id\":3,\"end\":{\"error\":{\"code\":\"no_memory\""));
    disconnect();
}

/* The host goes: the job is stopped, nobody else is told of it, and none begins beside it. */
static void a_job_outlives_no_connection(void)
{
    begin(100000);
    world.job_meanwhile = NULL;
    ask(EVAL(2));
    said();
    tcp.state = MC_TCP_ENDED;
    mc_session_turn(&session);
    CHECK(session.phase == MC_PHASE_FREE && world.job_stops == 1 && world.job_disposals == 0);
    tcp.state = MC_TCP_CONNECTED;
    mc_session_begin(&session, &tcp);
    add_json("{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"s3cret\",\"client_id\":\"t\",\"protocol_version\":1}}");
    add_json(EVAL(2));
    add_json(ABOUT(3, "status", 1));
    deliver();
    for (int i = 0; i < 40; i++)
        mc_session_turn(&session);
    const char *text = said();
    CHECK(strstr(text, "{\"id\":2,\"ok\":false,\"error\":{\"code\":\"busy\""));
    CHECK(strstr(text, "{\"id\":3,\"ok\":false,\"error\":{\"code\":\"not_found\""));
    turn(2);
    CHECK_TEXT(said(), "");
    CHECK(world.job_disposals == 1 && !mc_job_wants_turn(&session));
    ask(EVAL(4));
    CHECK_TEXT(said(), STARTED(4, 2));
    disconnect();
    CHECK(world.job_disposals == 1);
    turn(1);
    CHECK(world.job_disposals == 2);
}

/* ---- From inside of a step ---- */

static void serve(mc_job *job)
{
    (void)job;
    mc_session_turn(&session);
    mc_job_turn(&session); /* does nothing: this is the job */
}

static void the_session_is_served_from_inside(void)
{
    begin(300);
    world.job_meanwhile = serve;
    add_json(EVAL(2));
    add_json("{\"id\":3,\"method\":\"health\"}");
    add_json("{\"id\":4,\"method\":\"fs.stat\",\"params\":{\"path\":\"a\"}}");
    deliver();
    for (int i = 0; i < 10; i++)
        mc_session_turn(&session);
    for (int i = 0; i < 20; i++)
        mc_job_turn(&session);
    CHECK(world.job_steps == 20);
    CHECK_TEXT(said(), STARTED(2, 1) "{\"id\":3,\"ok\":true,\"result\":{}}\n{\"id\":4,\"ok\":true,\"result\":{}}\n");
    add_json(ABOUT(5, "cancel", 1));
    add_json(EVAL(6));
    deliver();
    mc_job_turn(&session);
    CHECK(world.job_stops == 1);
    turn(20);
    const char *text = said();
    CHECK(strstr(text, "\"status\":\"cancelled\"") && strstr(text, "{\"id\":6,"));
    disconnect();
}

static void lose_connection(mc_job *job)
{
    (void)job;
    tcp.state = MC_TCP_ENDED;
    mc_session_turn(&session);
    CHECK(world.job_disposals == 0);
}

static void the_connection_ends_inside(void)
{
    begin(1);
    world.job_meanwhile = lose_connection;
    ask(EVAL(2));
    CHECK(session.phase == MC_PHASE_FREE && world.job_stops == 1 && world.job_disposals == 1);
    fake_tcp_free(&tcp);
}

/* ---- Events ---- */

static const char *next_of(const char **text)
{
    const char *line = *text;
    *text = strchr(line, '\n') + 1;
    return line;
}

static void progress_once_a_second(void)
{
    begin(1000000);
    ask(EVAL(2));
    fake_ticks += 200;
    turn(10);
    CHECK_TEXT(said(), STARTED(2, 1));
    ask(SUBSCRIBE(3, "jobs"));
    CHECK(says("\"event\":\"job.progress\",\"payload\":{\"job_id\":1,\"elapsed_ms\":3333,\"items\":"));
    fake_ticks += 59;
    turn(10);
    CHECK_TEXT(said(), "");
    fake_ticks += 1;
    turn(10);
    CHECK(says("\"elapsed_ms\":4333"));
    ask(UNSUBSCRIBE(4, "jobs"));
    said();
    fake_ticks += 100;
    turn(10);
    CHECK_TEXT(said(), "");
    disconnect();
    turn(1);
}

/* An end that is to be told stands between the frames of a stream; its frame and theirs are whole. */
static void an_end_during_a_stream(void)
{
    begin(30);
    world.file_size = 50000;
    tcp.busy_turns = 2;
    add_json(EVAL(2));
    add_json("{\"id\":3,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    go();
    const char *text = said();
    const char *event = strstr(text, "{\"event\":\"job.done\"");
    CHECK(event && strstr(text, "[3:4096]") < event && strstr(event, "[3:4096]"));
    CHECK(strstr(text, "\"end\":{\"size\":50000,"));
    disconnect();
}

static uint8_t memory[16384];

static void lines_as_they_come(void)
{
    mc_log_init(memory, sizeof memory);
    begin(1);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "before");
    ask(SUBSCRIBE(2, "log"));
    said();
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "one \"%s\"", "\x8E");
    mc_log(MC_LOG_LEVEL_DEBUG, MC_LOG_CATEGORY_FS, "not wanted");
    mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_FS, "two");
    turn(20);
    const char *text = said();
    char expected[200];
    sprintf(expected, "INFO fs: one \\\"\xC3\xA9\\\"\",\"cursor\":%u,\"missed\":0}}\n", mc_log_newest() - 1);
    CHECK(strstr(text, expected) && !strstr(text, "before"));
    next_of(&text);
    CHECK(strstr(next_of(&text), "ERROR fs: two\"") && !*text);
    turn(20);
    CHECK_TEXT(said(), "");
    for (int i = 0; i < 250; i++)
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "line %u", (uint32_t)i);
    turn(1000);
    text = said();
    CHECK(strstr(text, "line 50\"") && strstr(text, "\"missed\":50}}\n") && !strstr(text, "line 49"));
    CHECK(strstr(text, "line 249\"") && !strstr(strstr(text, "missed\":50") + 1, "\"missed\":50"));
    ask(UNSUBSCRIBE(3, "log"));
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "unheard");
    said();
    turn(10);
    CHECK_TEXT(said(), "");
    disconnect();
}

/* However fast the log grows, a stream goes on. */
static void lines_beside_a_stream(void)
{
    begin(1);
    world.file_size = 50000;
    ask(SUBSCRIBE(2, "log"));
    add_json("{\"id\":3,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    deliver();
    for (int i = 0; i < 200; i++) {
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "one");
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "two");
        turn(1);
    }
    CHECK(says("\"end\":{\"size\":50000,"));
    disconnect();
    mc_log_init(NULL, 0);
}

/* The tier that allows no look at the log allows no subscription. */
static void events_need_consent(void)
{
    connect_and_greet("disabled");
    ask(SUBSCRIBE(2, "log"));
    CHECK(says("\"code\":\"denied\""));
    disconnect();
}

static void goodbye(void)
{
    begin(100000);
    world.file_size = 50000;
    add_json(EVAL(2));
    add_json("{\"id\":3,\"method\":\"fs.get\",\"params\":{\"path\":\"a\"}}");
    deliver();
    tcp.busy_turns = 3;
    turn(15);
    mc_session_bye(&session, MC_BYE_REASON_QUIT);
    CHECK(world.closed == 1 && session.phase == MC_PHASE_LEAVING);
    turn(20);
    const char *text = said();
    const char *bye = strstr(text, "{\"event\":\"bye\",\"payload\":{\"reason\":\"quit\"}}\n");
    CHECK(bye && !strchr(bye, '\n')[1]);
    CHECK(tcp.closes == 0);
    fake_ticks += 120;
    turn(1);
    CHECK(tcp.closes == 1 && session.phase == MC_PHASE_FREE && world.job_stops == 1);
    mc_session_bye(&session, MC_BYE_REASON_QUIT);
    CHECK(session.phase == MC_PHASE_FREE);
    disconnect();
    turn(1);
}

void test_jobs(void)
{
    a_job_runs_beside_the_conversation();
    one_job_at_a_time();
    a_second_job();
    cancelling();
    failing();
    a_result_that_breaks_off();
    a_job_outlives_no_connection();
    the_session_is_served_from_inside();
    the_connection_ends_inside();
    progress_once_a_second();
    an_end_during_a_stream();
    lines_as_they_come();
    lines_beside_a_stream();
    events_need_consent();
    goodbye();
}
