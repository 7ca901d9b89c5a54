#include "conversation.h"
#include "crc32.h"
#include "test.h"

#include <stdlib.h>

static mc_prefs prefs;
mc_session session;
mc_tcp tcp;
static uint8_t incoming[1 << 18];
static size_t incoming_count;

void connect_with(const char *preferences)
{
    mc_crc32_prepare();
    memset(&world, 0, sizeof world);
    incoming_count = 0;
    fake_ticks = 1000;
    fake_tcp_init(&tcp);
    tcp.state = MC_TCP_CONNECTED;
    mc_prefs_default(&prefs);
    mc_prefs_parse(&prefs, (const uint8_t *)preferences, (uint16_t)strlen(preferences));
    mc_session_init(&session, &prefs);
    mc_session_begin(&session, &tcp);
}

void disconnect(void)
{
    mc_session_end(&session);
    fake_tcp_free(&tcp);
}

void add_bytes(const void *bytes, size_t count)
{
    memcpy(incoming + incoming_count, bytes, count);
    incoming_count += count;
}

static void add_header(uint8_t type, size_t length)
{
    uint8_t header[5] = {type};
    mc_write_u32(header + 1, (uint32_t)length);
    add_bytes(header, sizeof header);
}

void add_json(const char *text)
{
    add_header(MC_FRAME_JSON, strlen(text));
    add_bytes(text, strlen(text));
}

void add_binary(uint32_t id, const void *bytes, size_t count)
{
    uint8_t number[4];
    mc_write_u32(number, id);
    add_header(MC_FRAME_BINARY, sizeof number + count);
    add_bytes(number, sizeof number);
    add_bytes(bytes, count);
}

void turn(int turns)
{
    while (turns--) {
        mc_session_turn(&session);
        mc_job_turn(&session);
    }
}

void deliver(void)
{
    tcp.incoming = incoming;
    tcp.incoming_count = incoming_count;
    incoming_count = 0;
}

void go(void)
{
    deliver();
    turn(400);
}

const char *said(void)
{
    static char text[1 << 16];
    size_t at = 0;
    text[0] = 0;
    while (at < tcp.sent_count) {
        const uint8_t *frame = tcp.sent + at;
        uint32_t length = mc_read_u32(frame + 1);
        if (frame[0] == 1)
            sprintf(text + strlen(text), "%.*s\n", (int)length, (const char *)frame + 5);
        else
            sprintf(text + strlen(text), "[%u:%u]\n", mc_read_u32(frame + 5), length - 4);
        at += 5 + length;
    }
    tcp.sent_count = 0;
    return text;
}

bool says(const char *part)
{
    const char *text = said();
    if (strstr(text, part))
        return true;
    printf("said %s", text);
    return false;
}

void ask(const char *text)
{
    add_json(text);
    go();
}

void connect_and_greet(const char *tier)
{
    char preferences[100];
    sprintf(preferences, "token = s3cret\ragent = %s\r", tier);
    connect_with(preferences);
    ask(HELLO);
    CHECK_TEXT(said(), OK_EMPTY(1));
}
