/*
 * Damaged conversations against the core, after hello: fuzz_core COUNT [SEED]. Each is a golden frame with a few faults, cut into
 * pieces of any size. Nothing may crash (the sanitizers watch), hang (turns are counted) or take memory (the core has no
 * allocator); now and then a good request must still be answered. The mutator is deterministic: a seed names a run.
 */
#include "crc32.h"
#include "fake.h"
#include "fixture.h"
#include "fuzz.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SEEDS = 96, MAX_BYTES = 40000, CHECK_EVERY = 500 };

static struct {
    uint8_t *bytes;
    size_t count;
} seeds[MAX_SEEDS];
static int seed_count;

static uint64_t random_state;

uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

/* Only what is good: damage to it gets further than damage to what is bad already. */
static void keep(const fixture *fixture)
{
    if (seed_count == MAX_SEEDS || strncmp(fixture->name, "bad_", 4) == 0 || strncmp(fixture->name, "half_", 5) == 0)
        return;
    seeds[seed_count].bytes = malloc(fixture->count);
    seeds[seed_count].count = fixture->count;
    memcpy(seeds[seed_count++].bytes, fixture->bytes, fixture->count);
}

/* ---- Damage ---- */

/* The frame that is being damaged. */
static uint8_t data[MAX_BYTES];
static size_t count;

/* The frames that are sent. */
static uint8_t conversation[MAX_BYTES];
static size_t conversation_count;

static void insert(size_t at, const uint8_t *bytes, size_t length)
{
    if (count + length > MAX_BYTES)
        return;
    memmove(data + at + length, data + at, count - at);
    memmove(data + at, bytes, length);
    count += length;
}

static void cut(size_t at, size_t length)
{
    memmove(data + at, data + at + length, count - at - length);
    count -= length;
}

static void insert_words(size_t at)
{
    static const char *const words[] = {"{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "-1",
                                        "4294967296", "1e999", "0.5", "\xC3\xA9", "\xED\xA0\x80", "\"id\":1,", "[[[[[[[[", "\"x\":{}",
                                        "\xFF", "\x01"};
    const char *word = words[random_below(sizeof words / sizeof *words)];
    insert(at, (const uint8_t *)word, strlen(word));
}

static void damage_once(void)
{
    size_t at = random_below((uint32_t)count);
    size_t length = 1 + random_below((uint32_t)(count - at < 40 ? count - at : 40));
    switch (random_below(8)) {
    case 0:
        data[at] ^= (uint8_t)(1 << random_below(8));
        break;
    case 1:
        data[at] = (uint8_t)random_below(256);
        break;
    case 2:
        cut(at, length < count ? length : count - 1);
        break;
    case 3:
        insert(random_below((uint32_t)count), data + at, length);
        break;
    case 4:
        count = at + 1;
        break;
    default:
        insert_words(at);
    }
}

/* Sets the length in the header to what really follows, so that the fault is met behind the frame layer. */
static void mend_length(void)
{
    if (count > MC_HEADER_BYTES)
        mc_write_u32(data + 1, (uint32_t)(count - MC_HEADER_BYTES));
}

static void damage(void)
{
    if (random_below(2))
        return;
    for (uint32_t faults = 1 + random_below(3); faults > 0; faults--)
        damage_once();
    if (random_below(16))
        mend_length();
}

static void add_frames(const uint8_t *at, const uint8_t *end)
{
    while (at < end) {
        count = MC_HEADER_BYTES + mc_read_u32(at + 1);
        memcpy(data, at, count);
        at += count;
        damage();
        if (conversation_count + count <= MAX_BYTES)
            memcpy(conversation + conversation_count, data, count);
        else
            count = 0;
        conversation_count += count;
    }
}

static void make_conversation(void)
{
    conversation_count = 0;
    for (uint32_t pieces = 1 + random_below(3); pieces > 0; pieces--) {
        int seed = (int)random_below((uint32_t)seed_count);
        add_frames(seeds[seed].bytes, seeds[seed].bytes + seeds[seed].count);
    }
}

/* ---- The core under test ---- */

static mc_prefs prefs;
static mc_session session;
static mc_tcp tcp;
static uint8_t log_memory[4000];
static int greetings, most_turns;
static bool restless;

static void turn(void)
{
    mc_session_turn(&session);
    mc_job_turn(&session);
}

/* What a script's active procedure does. */
static void meanwhile(mc_job *job)
{
    (void)job;
    for (uint32_t turns = random_below(4); turns > 0; turns--)
        turn();
}

static void feed(const uint8_t *bytes, size_t length)
{
    int turns = 0, enough = 6000 + 8 * (int)length; /* a byte a turn, and answers on a busy stream, and lines of the log between them */
    tcp.incoming = bytes;
    tcp.incoming_count = length;
    while (session.phase != MC_PHASE_FREE && turns < enough &&
           (tcp.incoming_count > 0 || mc_session_is_active(&session) || session.input_count > 0)) {
        bool waits = session.request.activity == MC_ACTIVITY_RECEIVING && tcp.incoming_count == 0 && session.input_count == 0;
        fake_ticks += waits || session.phase == MC_PHASE_LEAVING ? 100 : 0;
        turn();
        turns++;
    }
    if (turns > most_turns)
        most_turns = turns;
    restless |= turns == enough;
}

static void feed_json(const char *text)
{
    static uint8_t frame[256];
    frame[0] = MC_FRAME_JSON;
    mc_write_u32(frame + 1, (uint32_t)strlen(text));
    memcpy(frame + MC_HEADER_BYTES, text, strlen(text));
    feed(frame, MC_HEADER_BYTES + strlen(text));
}

static void connect_and_greet(void)
{
    mc_session_end(&session);
    tcp.state = MC_TCP_CONNECTED;
    tcp.piece = 4096;
    tcp.sent_count = 0;
    mc_session_begin(&session, &tcp);
    feed_json("{\"id\":1,\"method\":\"hello\",\"params\":{\"token\":\"s3cret\",\"client_id\":\"f\",\"protocol_version\":1}}");
    greetings++;
}

void fail(const char *message, int round)
{
    printf("fuzz_core: %s in round %d\n", message, round);
    exit(1);
}

static void check_alive(int round)
{
    static const char answer[] = "{\"id\":2,\"ok\":true,\"result\":{}}";
    connect_and_greet();
    tcp.sent_count = 0;
    feed_json("{\"id\":2,\"method\":\"health\"}");
    if (session.phase != MC_PHASE_SERVING || tcp.sent_count != MC_HEADER_BYTES + strlen(answer) ||
        memcmp(tcp.sent + MC_HEADER_BYTES, answer, strlen(answer)) != 0)
        fail("a good request was not answered", round);
}

static void play(int round)
{
    if (session.phase != MC_PHASE_SERVING)
        connect_and_greet();
    make_conversation();
    tcp.piece = random_below(3) ? 4096 : 1 + random_below(20);
    tcp.busy_turns = (int)random_below(3);
    world.write_fails = random_below(10) == 0;
    world.read_fails = random_below(10) == 0;
    world.job_length = 1 + (int)random_below(30);
    world.job_meanwhile = random_below(2) ? meanwhile : NULL;
    feed(conversation, conversation_count);
    fake_ticks += random_below(80);
    if (random_below(50) == 0)
        tcp.state = MC_TCP_ENDED;
    else if (random_below(200) == 0)
        mc_session_bye(&session, MC_BYE_REASON_QUIT);
    turn();
    if (restless)
        fail("the session does not come to rest", round);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 100000;
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    mc_crc32_prepare();
    fake_tcp_init(&tcp);
    mc_prefs_parse(&prefs, (const uint8_t *)"token = s3cret\ragent = full\r", 28);
    mc_session_init(&session, &prefs);
    mc_log_init(log_memory, sizeof log_memory);
    mc_log_use_level(MC_LOG_LEVEL_TRACE);
    world.file_size = 9000;
    fixture_each("from_host", keep);
    fuzz_flat_prepare();
    fuzz_doors_prepare();
    if (seed_count < 5)
        fail("the golden frames are not there (FIXTURES names their folder)", 0);
    for (int round = 0; round < rounds; round++) {
        play(round);
        fuzz_flat(round);
        fuzz_doors(round);
        if (round % CHECK_EVERY == 0)
            check_alive(round);
    }
    printf("fuzz_core: %d conversations, %d requests reached their handler, %d connections, at most %d turns\n", rounds,
           world.handled - greetings, greetings, most_turns);
    printf("fuzz_core: %d jobs, %d told to stop, %d calls of a host\n", world.job_starts, world.job_stops, fuzz_doors_calls());
    return world.handled > greetings && world.job_starts > 0 && fuzz_doors_calls() > 0 ? 0 : 1;
}
