/* The golden frames: what a host sends is read as the file says, what the guest sends is written byte for byte. */
#include "crc32.h"
#include "fake.h"
#include "fixture.h"
#include "log.h"
#include "macroman.h"
#include "session_parts.h"
#include "test.h"
#include "utf8.h"

#include <stdarg.h>

static char out[8192];

static void say(const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(out);
    va_start(arguments, format);
    vsnprintf(out + length, sizeof out - length, format, arguments);
    va_end(arguments);
}

/* ---- From the host ---- */

static mc_failure failure;

static void say_error(void)
{
    say("error %s%s%s\n", mc_word(mc_code_names, failure.code), failure.param[0] ? " " : "", failure.param);
}

static bool say_fields(const mc_object *object, const void *structure, const char *before, const char *after);

static bool say_items(const mc_field *field, mc_slice text)
{
    void *structure[64];
    mc_array array;
    mc_array_start(&array, text, mc_type_of(field)->of.item, &failure);
    say("[");
    while (mc_array_next(&array, structure)) {
        say(array.count > 1 ? " {" : "{");
        if (!say_fields(mc_type_of(field)->of.item, structure, "", " "))
            return false;
        say("}");
    }
    say("]");
    return array.ended;
}

static void say_flags(const mc_field *field, uint16_t flags)
{
    const char *between = "";
    const char *words = mc_type_of(field)->of.words;
    for (uint8_t i = 0; *mc_word(words, i); i++)
        if (flags >> i & 1) {
            say("%s%s", between, mc_word(words, i));
            between = "+";
        }
}

static void say_ostype(uint32_t type)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        uint8_t utf8[5] = {0};
        mc_utf8_put(utf8, mc_unicode_of_macroman((uint8_t)(type >> shift)));
        say("%s", (const char *)utf8);
    }
}

static bool say_value(const mc_field *field, const void *slot)
{
    switch (mc_type_of(field)->kind) {
    case MC_KIND_INTEGER:
        say("%d", *(const int32_t *)slot);
        break;
    case MC_KIND_UNSIGNED:
        say("%u", *(const uint32_t *)slot);
        break;
    case MC_KIND_BOOLEAN:
        say(*(const uint8_t *)slot ? "true" : "false");
        break;
    case MC_KIND_STRING:
        say("%.*s", ((const mc_slice *)slot)->length, ((const mc_slice *)slot)->bytes);
        break;
    case MC_KIND_ENUM:
        say("%s", mc_word(mc_type_of(field)->of.words, *(const uint8_t *)slot));
        break;
    case MC_KIND_FLAGS:
        say_flags(field, *(const uint16_t *)slot);
        break;
    case MC_KIND_OSTYPE:
        say_ostype(*(const uint32_t *)slot);
        break;
    case MC_KIND_OBJECT:
        say("{");
        if (!say_fields(mc_type_of(field)->of.item, slot, "", " "))
            return false;
        say("}");
        break;
    case MC_KIND_ARRAY:
        return say_items(field, *(const mc_slice *)slot);
    }
    return true;
}

/* Each field that was given: on a line of its own, or with a blank between. */
static bool say_fields(const mc_object *object, const void *structure, const char *before, const char *after)
{
    bool lines = after[0] == '\n';
    const char *between = "";
    for (int i = 0; i < object->field_count; i++) {
        const mc_field *field = &mc_fields[object->first + i];
        if (!(*(const uint32_t *)structure >> i & 1))
            continue;
        say("%s%s%s=", lines ? "" : between, before, mc_field_name(field));
        if (!say_value(field, (const uint8_t *)structure + field->offset))
            return false;
        if (lines)
            say("\n");
        between = after;
    }
    return true;
}

static const mc_method *find_method(mc_slice name)
{
    for (int i = 0; i < MC_METHOD_COUNT; i++)
        if (mc_slice_is(name, mc_method_name(&mc_methods[i])))
            return &mc_methods[i];
    return NULL;
}

static void say_request(const mc_message *message)
{
    void *structure[64];
    uint8_t none[] = "{}";
    mc_json json;
    size_t start = strlen(out);
    const mc_method *method = find_method(message->method);
    mc_fail_with(&failure, MC_UNKNOWN_METHOD, "");
    if (method) {
        if (message->params.bytes)
            mc_json_start(&json, (uint8_t *)message->params.bytes, message->params.length, &failure);
        else
            mc_json_start(&json, none, 2, &failure);
        say("request %u %s\n", message->id, mc_method_name(method));
        if (mc_json_object(&json, &method->params, structure) && say_fields(&method->params, structure, "  ", "\n"))
            return;
    }
    out[start] = 0;
    say_error();
}

static void say_message(const mc_frame_reader *reader)
{
    mc_message message;
    if (!mc_message_read(&message, (uint8_t *)reader->payload, reader->length, &failure))
        say_error();
    else if (message.kind == MC_MESSAGE_REQUEST)
        say_request(&message);
    else if (message.kind == MC_MESSAGE_END)
        say("end %u %u %08X\n", message.id, message.size, message.crc32);
    else
        say("end %u %.*s\n", message.id, message.reason.length, message.reason.bytes);
}

static void say_frame(const mc_frame_reader *reader)
{
    uint16_t count = (uint16_t)(reader->length - MC_ID_BYTES);
    if (reader->type == MC_FRAME_JSON)
        say_message(reader);
    else
        say("binary %u %u %08X\n", mc_read_u32(reader->payload), count, mc_crc32(0, reader->payload + MC_ID_BYTES, count));
}

static void check_from_host(const fixture *fixture)
{
    static mc_frame_reader reader;
    const uint8_t *at = fixture->bytes;
    uint16_t count = (uint16_t)fixture->count;
    mc_frame_status status;
    mc_frame_reset(&reader);
    out[0] = 0;
    while ((status = mc_frame_feed(&reader, &at, &count, &failure)) == MC_FRAME_READY) {
        say_frame(&reader);
        mc_frame_reset(&reader);
    }
    if (status == MC_FRAME_BROKEN)
        say_error();
    else if (mc_frame_begun(&reader))
        say("more\n");
    if (strcmp(out, fixture->expected) != 0)
        printf("in fixture %s:\n", fixture->name);
    CHECK_TEXT(out, fixture->expected);
}

/* ---- From the guest ---- */

static mc_session session;

static void begin(uint32_t id)
{
    memset(&session, 0, sizeof session);
    session.request.session = &session;
    session.request.id = id;
}

static bool wrote(const char *name)
{
    static fixture golden;
    if (!fixture_read(&golden, "from_guest", name))
        return false;
    bool same = session.output_count <= golden.count && memcmp(session.output, golden.bytes, session.output_count) == 0;
    if (!same)
        printf("in fixture %s: wrote %.*s\n", name, session.output_count, (const char *)session.output);
    return same;
}

static mc_source_status forks(uint8_t *chunk, uint16_t *filled, mc_failure *why)
{
    (void)why;
    memcpy(chunk, "forks", 5);
    *filled = 5;
    return MC_SOURCE_END;
}

static mc_source_status broken(uint8_t *chunk, uint16_t *filled, mc_failure *why)
{
    (void)chunk;
    (void)filled;
    mc_fail_with(why, MC_IO, "reading the data fork failed");
    why->os_error = -36;
    return MC_SOURCE_FAILED;
}

static void nothing(void)
{
}

static bool put_in_memory(const uint8_t *bytes, uint16_t count, mc_failure *why)
{
    (void)bytes;
    (void)count;
    (void)why;
    return true;
}

static void check_responses(void)
{
    begin(14);
    mc_answer(&session.request);
    mc_answer_end(&session.request);
    CHECK(wrote("ok_empty.txt"));
    begin(13);
    mc_refuse_param(&session.request, "follow", "unknown parameter");
    CHECK(wrote("error_param.txt"));
    begin(12);
    mc_fail_with(&failure, MC_NOT_FOUND, "no such file");
    failure.os_error = -43;
    mc_refuse_with(&session.request, &failure);
    CHECK(wrote("error_os.txt"));
    begin(0);
    mc_fail_with(&failure, MC_BAD_JSON, "not JSON in UTF-8");
    mc_send_refusal(&session, 0, &failure);
    CHECK(wrote("error_without_id.txt"));
}

static void check_streams(void)
{
    static const mc_source good = {forks, nothing}, bad = {broken, nothing};
    begin(11);
    mc_stream(&session.request, &good);
    mc_stream_step(&session); /* fills */
    mc_stream_step(&session); /* sends */
    static fixture golden;
    CHECK(fixture_read(&golden, "from_guest", "binary_and_end.txt"));
    CHECK(session.output_count == 14 && memcmp(session.output, golden.bytes, 14) == 0);
    mc_stream_step(&session);
    CHECK(golden.count == (size_t)14 + session.output_count);
    CHECK(memcmp(session.output, golden.bytes + 14, session.output_count) == 0);
    begin(11);
    mc_stream(&session.request, &bad);
    mc_stream_step(&session);
    CHECK(wrote("end_broken.txt"));
}

static void check_put(void)
{
    static const mc_sink sink = {put_in_memory, NULL, NULL, nothing};
    begin(8);
    mc_receive(&session.request, &sink, 100000);
    CHECK(wrote("accepted.txt"));
    session.reader.length = MC_ID_BYTES + 4096;
    for (int i = 0; i < 2; i++) {
        mc_put_data(&session);
        mc_put_step(&session);
    }
    CHECK(wrote("progress.txt"));
}

static bool read_nothing(uint32_t offset, uint8_t *to, uint16_t count, mc_failure *why)
{
    (void)offset;
    (void)to;
    (void)count;
    (void)why;
    return true;
}

static void begin_job(mc_job_status status, uint32_t elapsed)
{
    static const mc_job_kind kind = {NULL, NULL, read_nothing, NULL};
    begin(0);
    session.phase = MC_PHASE_SERVING;
    session.job = (mc_job){.kind = &kind, .id = 3, .method = "applescript.eval", .status = status, .elapsed = elapsed, .untold = true};
}

static void check_events(void)
{
    static uint8_t memory[MC_LOG_LINE_BYTES];
    begin_job(MC_JOB_STATUS_DONE, 90);
    session.job.result_size = 12;
    CHECK(mc_send_event(&session) && wrote("event_job_done.txt"));
    CHECK(!mc_send_event(&session));
    begin_job(MC_JOB_STATUS_FAILED, 60);
    session.job.error = (mc_job_error){MC_APPLESCRIPT, -2753, 3, 10, 14, "\x21The variable caf\x8E is not defined."};
    CHECK(mc_send_event(&session) && wrote("event_job_failed.txt"));
    begin_job(MC_JOB_STATUS_RUNNING, 0);
    session.job.untold = false;
    session.job.counts = true;
    session.job.items = 120;
    session.job.started = fake_ticks - 60;
    session.job.progress_due = fake_ticks;
    session.channels = 1 << MC_CHANNEL_JOBS;
    CHECK(mc_send_event(&session) && wrote("event_job_progress.txt"));
    begin(0);
    session.phase = MC_PHASE_SERVING;
    mc_session_bye(&session, MC_BYE_REASON_QUIT);
    mc_send_bye(&session);
    CHECK(wrote("event_bye.txt"));
    begin(0);
    session.channels = 1 << MC_CHANNEL_LOG;
    fake_date = 13 * 3600 + 5 * 60 + 7;
    mc_log_init(memory, sizeof memory);
    session.log_told = mc_log_newest();
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "\"caf\x8E\" is deleted");
    CHECK(mc_send_event(&session) && wrote("event_log_line.txt"));
    mc_log_init(NULL, 0);
}

void test_fixtures(void)
{
    mc_crc32_prepare();
    CHECK(fixture_each("from_host", check_from_host) > 20);
    check_responses();
    check_streams();
    check_put();
    check_events();
}
