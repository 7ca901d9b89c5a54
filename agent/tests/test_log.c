/* The ring of lines, what a line looks like, and log.tail. */
#include "log.h"
#include "conversation.h"
#include "test.h"

#include <stdlib.h>

static uint8_t memory[16384];

static const char *line(uint32_t number)
{
    static char text[MC_LOG_LINE_BYTES + 1];
    mc_log_line line;
    text[0] = 0;
    if (mc_log_get(number, &line))
        sprintf(text, "%.*s", line.length, (const char *)line.text);
    return text;
}

static const char *newest(void)
{
    return line(mc_log_newest());
}

static void lines_are_formatted(void)
{
    static const mc_slice slice = {"caf\xC3\xA9 \xE2\x82\xAC\xE6\xBC\xA2\xF0\x9F\x98\x80", 15};
    mc_log_line got;
    mc_log_init(memory, sizeof memory);
    fake_date = 86400u * 3 + 3600 * 13 + 60 * 5 + 7;
    mc_log(MC_LOG_LEVEL_WARN, MC_LOG_CATEGORY_APPLE_EVENT, "%u %d %d %t%% %s", 4294967295u, -2147483647 - 1, 7, 0x54455854u, "end");
    CHECK_TEXT(strchr(newest(), ' '), " WARN apple_event: 4294967295 -2147483648 7 TEXT% end");
    CHECK(strncmp(newest(), "13:05:07.", 9) == 0);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "%P|%S|%", "\5ab\rc\x7F", &slice);
    CHECK_TEXT(strchr(newest(), ' '), " INFO fs: ab.c.|caf\x8E ???|");
    mc_log_get(mc_log_newest(), &got);
    CHECK(got.json_length == strlen(newest()) + 2 + 1);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "%s%s", "\"\\", "0123456789012345678901234567890123456789012345678901234567890123456789"
                                              "0123456789012345678901234567890123456789012345678901234567890123456789"
                                              "0123456789012345678901234567890123456789012345678901234567890123456789");
    mc_log_get(mc_log_newest(), &got);
    CHECK(got.length == MC_LOG_LINE_BYTES && got.json_length == MC_LOG_LINE_BYTES + 4);
    CHECK(got.level == MC_LOG_LEVEL_INFO && got.category == MC_LOG_CATEGORY_FS);
}

static void seconds(uint32_t date, uint32_t ticks, const char *expected)
{
    fake_date = date;
    fake_ticks = ticks;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "");
    char text[20];
    sprintf(text, "%.12s", newest());
    CHECK_TEXT(text, expected);
}

/* Time goes on within a second, never past it, and never back while the date does not. */
static void milliseconds(void)
{
    seconds(1000000, 50000, "13:46:40.000");
    seconds(1000000, 50030, "13:46:40.500");
    seconds(1000000, 50059, "13:46:40.983");
    seconds(1000001, 50060, "13:46:41.000");
    seconds(1000002, 50110, "13:46:42.000"); /* the second began before this line: closer now */
    seconds(1000003, 50180, "13:46:43.166");
    seconds(1000003, 50400, "13:46:43.983"); /* a clock that stands */
    seconds(900000, 50401, "10:00:00.000"); /* somebody set it back */
    seconds(900000, 50407, "10:00:00.100");
}

static void levels(void)
{
    uint32_t before = mc_log_newest();
    for (int level = 0; level < MC_LOG_LEVEL_COUNT; level++) {
        mc_log_use_level((mc_log_level)level);
        CHECK(mc_log_get_level() == (mc_log_level)level);
        for (int each = 0; each < MC_LOG_LEVEL_COUNT; each++) {
            CHECK(mc_log_wants((mc_log_level)each) == (each <= level));
            mc_log((mc_log_level)each, MC_LOG_CATEGORY_FS, "x");
        }
        before += (uint32_t)level + 1;
        CHECK(mc_log_newest() == before);
    }
    mc_log_use_level(MC_LOG_LEVEL_INFO);
}

static void write_line(uint32_t number, uint32_t length)
{
    char text[MC_LOG_LINE_BYTES];
    memset(text, 'x', sizeof text);
    text[length] = 0;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "%u %s", number, text);
}

/* Every line that memory holds is what was written, for rings of all kinds. */
static void the_ring(uint32_t size)
{
    uint32_t first = 1;
    mc_log_init(memory, size);
    CHECK(mc_log_newest() == 0 && mc_log_oldest() == first);
    for (uint32_t i = 0; i < 3000; i++) {
        write_line(i, i * 37 % 150);
        CHECK(mc_log_newest() == first + i);
        CHECK(mc_log_newest() - mc_log_oldest() < MC_LOG_LINES);
        for (uint32_t number = mc_log_oldest(); number <= mc_log_newest(); number++) {
            char expected[20];
            mc_log_line got;
            sprintf(expected, "fs: %u ", number - first);
            if (!strstr(line(number), expected) || !mc_log_get(number, &got) || got.text + got.length > memory + size)
                CHECK(!"a line is not what was written");
        }
    }
    mc_log_line got;
    CHECK(!mc_log_get(mc_log_oldest() - 1, &got) && !mc_log_get(mc_log_newest() + 1, &got) && !mc_log_get(0, &got));
    CHECK(size < 1000 || mc_log_newest() - mc_log_oldest() >= size / 400);
}

static void without_memory(void)
{
    mc_log_init(NULL, 0);
    mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_FS, "lost");
    CHECK(mc_log_newest() == 0 && !mc_log_wants(MC_LOG_LEVEL_ERROR));
}

/* ---- On the wire ---- */

static void tail(const char *params)
{
    char text[300];
    sprintf(text, "{\"id\":9,\"method\":\"log.tail\",\"params\":{%s}}", params);
    ask(text);
}

static int count_lines(const char *text)
{
    int count = 0;
    while ((text = strstr(text, " fs: ")) != NULL) {
        count++;
        text++;
    }
    return count;
}

static void tails(void)
{
    char expected[100], params[100];
    mc_log_init(memory, sizeof memory);
    connect_and_greet("full");
    for (uint32_t i = 0; i < 300; i++)
        mc_log(i % 3 ? MC_LOG_LEVEL_INFO : MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_FS, "line %u \x8E", i);
    uint32_t last = mc_log_newest();
    tail("\"count\":3,\"categories\":[\"fs\"]");
    sprintf(expected, " INFO fs: line 299 \xC3\xA9\"],\"cursor\":%u,\"missed\":0}}\n", last + 1);
    const char *text = said();
    CHECK(strstr(text, expected) && count_lines(text) == 3 && strstr(text, "fs: line 297 "));
    tail("\"count\":2,\"level\":\"error\"");
    text = said();
    CHECK(strstr(text, "line 297") && strstr(text, "line 294") && count_lines(text) == 2);
    tail("\"categories\":[\"screen\"]");
    CHECK(says("{\"lines\":[],\"cursor\":"));
    /* With a cursor the next ones come, page by page, and none is left out. */
    int lines = 0;
    uint32_t cursor = last - 150;
    for (int page = 0; page < 20 && cursor < last; page++) {
        sprintf(params, "\"count\":40,\"categories\":[\"fs\"],\"cursor\":%u", cursor);
        tail(params);
        text = said();
        CHECK(strstr(text, "\"missed\":0"));
        lines += count_lines(text);
        cursor = (uint32_t)strtoul(strstr(text, "\"cursor\":") + 9, NULL, 10);
    }
    CHECK(lines == 150);
    uint32_t oldest = mc_log_oldest() + 1; /* when the request is logged */
    sprintf(params, "\"count\":1,\"categories\":[\"fs\"],\"cursor\":%u", last - 299);
    tail(params);
    sprintf(expected, "\"missed\":%u}}\n", oldest - (last - 298));
    CHECK(says(expected));
    oldest = mc_log_oldest() + 1;
    tail("\"count\":1,\"cursor\":4000000000"); /* of another run: this one from its start */
    sprintf(expected, "\"missed\":%u}}\n", oldest - 1);
    CHECK(says(expected));
    disconnect();
}

/* As many of the newest as one reply can hold. */
static void a_full_reply(void)
{
    mc_log_init(memory, sizeof memory);
    connect_and_greet("full");
    for (uint32_t i = 0; i < 100; i++)
        write_line(i, 150);
    tail("\"count\":200");
    add_json("{\"id\":10,\"method\":\"health\"}"); /* waits until the answer is written */
    go();
    const char *text = said();
    CHECK(strlen(text) > 7900 && strstr(text, "\"missed\":0}}\n") && count_lines(text) > 40);
    CHECK(strstr(text, "fs: 99 "));
    disconnect();
}

static void setting_the_level(void)
{
    connect_and_greet("full");
    ask("{\"id\":2,\"method\":\"log.set_level\",\"params\":{\"level\":\"debug\"}}");
    CHECK(says("{\"id\":2,\"ok\":true,\"result\":{\"before\":\"info\"}}"));
    CHECK(mc_log_get_level() == MC_LOG_LEVEL_DEBUG);
    ask("{\"id\":3,\"method\":\"log.set_level\",\"params\":{\"level\":\"info\"}}");
    CHECK(says("{\"before\":\"debug\"}"));
    disconnect();
}

/* ---- What is logged of requests ---- */

static bool logged(const char *part)
{
    for (uint32_t number = mc_log_oldest(); number <= mc_log_newest(); number++)
        if (strstr(line(number), part))
            return true;
    return false;
}

static void requests_are_logged(void)
{
    mc_log_init(memory, sizeof memory);
    mc_log_use_level(MC_LOG_LEVEL_DEBUG);
    connect_and_greet("full");
    CHECK(logged("INFO transport: connected") && logged("INFO dispatch: 1 hello") && logged("INFO dispatch: 1 ok, 0 ms, 30 bytes"));
    ask("{\"id\":2,\"method\":\"fs.get\",\"params\":{\"path\":\"Disk:File\",\"fork\":\"data\",\"offset\":70000}}");
    CHECK(logged("INFO dispatch: 2 fs.get path[9] fork=data offset=70000"));
    CHECK(logged("DEBUG dispatch: 2 params {\"path\":\"Disk:File\""));
    CHECK(logged("DEBUG dispatch: 2 answer {\"id\":2,\"ok\":true") && logged("INFO dispatch: 2 stream ok, 0 ms, 0 bytes"));
    ask("{\"id\":3,\"method\":\"fs.stat\",\"params\":{\"path\":7}}");
    CHECK(logged("INFO dispatch: 3 bad_params, 0 ms: a string is expected path 0"));
    disconnect();
    CHECK(logged("INFO transport: the connection has ended"));
}

/* Whatever the level: no token, nothing typed, nothing copied, no script. */
static void secrets_are_not(void)
{
    static const char *const requests[] = {
        "{\"id\":2,\"method\":\"screen.input\",\"params\":{\"events\":[{\"type\":\"type\",\"text\":\"hunter2\"}]}}",
        "{\"id\":3,\"method\":\"screen.input\",\"params\":{\"events\":[{\"type\":\"type\",\"text\":\"hunter2\",\"hunter2\":1}]}}",
        "{\"id\":4,\"method\":\"clipboard.set\",\"params\":{\"flavors\":[{\"flavor\":\"TEXT\",\"size\":7}],\"hunter2\":\"hunter2\"}}",
        "{\"id\":5,\"method\":\"hello\",\"params\":{\"token\":\"hunter2\",\"client_id\":\"hunter2\",\"protocol_version\":1}}",
    };
    mc_log_init(memory, sizeof memory);
    mc_log_use_level(MC_LOG_LEVEL_TRACE);
    connect_and_greet("full");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        ask(requests[i]);
    CHECK(!logged("s3cret") && !logged("{"));
    CHECK(logged("screen.input events[") && !logged("token["));
    disconnect();
    mc_log_use_level(MC_LOG_LEVEL_INFO);
    mc_log_init(NULL, 0);
}

void test_log(void)
{
    lines_are_formatted();
    milliseconds();
    levels();
    the_ring(200);
    the_ring(1500);
    the_ring(5000);
    the_ring(sizeof memory);
    without_memory();
    tails();
    a_full_reply();
    setting_the_level();
    requests_are_logged();
    secrets_are_not();
}
