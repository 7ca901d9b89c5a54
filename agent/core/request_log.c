/*
 * What the log says of requests: at info each one with the names of its parameters and what became of it, at debug the JSON itself
 * (cut to a line). Of text only the length is told, and nothing at all of methods whose parameters or answers are somebody's secret.
 */
#include "clock.h"
#include "decimal.h"
#include "log.h"
#include "session_parts.h"

static bool begins_with(const char *text, const char *start)
{
    while (*start && *text == *start) {
        text++;
        start++;
    }
    return !*start;
}

/* Whether the JSON of a method may be shown. Of log.* it would only show the log again. */
static bool may_show(const mc_method *method)
{
    static const char *const hidden[] = {"hello", "screen.input", "clipboard.", "applescript.", "log."};
    for (uint8_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (begins_with(mc_method_name(method), hidden[i]))
            return false;
    return true;
}

void mc_log_params(const mc_message *message, const mc_method *method)
{
    if (message->params.bytes && mc_log_wants(MC_LOG_LEVEL_DEBUG) && may_show(method))
        mc_log(MC_LOG_LEVEL_DEBUG, MC_LOG_CATEGORY_DISPATCH, "%u params %S", message->id, &message->params);
}

/* ---- A request ---- */

typedef struct summary {
    char text[120];
    uint8_t length;
} summary;

static void add(summary *summary, const char *text)
{
    while (*text && summary->length < sizeof summary->text - 1)
        summary->text[summary->length++] = *text++;
    summary->text[summary->length] = 0;
}

static void add_number(summary *summary, const char *before, uint32_t number)
{
    char digits[MC_DECIMAL_DIGITS + 1];
    digits[mc_decimal(number, digits)] = 0;
    add(summary, before);
    add(summary, digits);
}

static void add_value(summary *summary, const mc_type *type, const uint8_t *value)
{
    int32_t number;
    switch (type->kind) {
    case MC_KIND_INTEGER:
        number = *(const int32_t *)value;
        add_number(summary, number < 0 ? "=-" : "=", number < 0 ? 0 - (uint32_t)number : (uint32_t)number);
        break;
    case MC_KIND_UNSIGNED:
        add_number(summary, "=", *(const uint32_t *)value);
        break;
    case MC_KIND_BOOLEAN:
        add(summary, *value ? "=true" : "=false");
        break;
    case MC_KIND_ENUM:
        add(summary, "=");
        add(summary, mc_word(type->of.words, *value));
        break;
    case MC_KIND_STRING:
    case MC_KIND_ARRAY:
        add_number(summary, "[", ((const mc_slice *)value)->length);
        add(summary, "]");
        break;
    case MC_KIND_FLAGS:
    case MC_KIND_OSTYPE:
    case MC_KIND_OBJECT:
        break;
    }
}

/* Numbers and words of the schema as they are; of text and lists how many bytes they are. */
static void summarize(summary *summary, const mc_object *object, const void *params)
{
    summary->length = 0;
    summary->text[0] = 0;
    for (uint8_t i = 0; i < object->field_count; i++) {
        const mc_field *field = &mc_fields[object->first + i];
        if (!(*(const uint32_t *)params >> i & 1))
            continue;
        add(summary, " ");
        add(summary, mc_field_name(field));
        add_value(summary, mc_type_of(field), (const uint8_t *)params + field->offset);
    }
}

/* Of hello not even how long the token is. */
void mc_log_request(const mc_request *request, const void *params)
{
    summary summary = {.length = 0};
    if (!mc_log_wants(MC_LOG_LEVEL_INFO))
        return;
    if (request->method->handle != mc_hello)
        summarize(&summary, &request->method->params, params);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "%u %s%s", request->id, mc_method_name(request->method), summary.text);
}

/* ---- What became of it ---- */

static uint32_t duration(const mc_session *session)
{
    return MC_MS_OF_TICKS(mc_ticks() - session->this_request);
}

void mc_log_answer(const mc_session *session)
{
    uint16_t length = mc_writer_length(&session->writer);
    mc_slice text = {(const char *)session->reply.json, length};
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "%u ok, %u ms, %u bytes", session->request.id, duration(session),
           (uint32_t)length);
    if (mc_log_wants(MC_LOG_LEVEL_DEBUG) && may_show(session->request.method))
        mc_log(MC_LOG_LEVEL_DEBUG, MC_LOG_CATEGORY_DISPATCH, "%u answer %S", session->request.id, &text);
}

/* It may be about no request at all, or one that was refused beside another. */
void mc_log_refusal(const mc_session *session, uint32_t id, const mc_failure *failure)
{
    uint32_t ms = session->request.activity != MC_ACTIVITY_NONE && session->request.id == id ? duration(session) : 0;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "%u %s, %u ms: %s %s %d", id, mc_word(mc_code_names, failure->code), ms,
           failure->message, failure->param, (int32_t)failure->os_error);
}

void mc_log_stream_end(const mc_session *session, const mc_failure *failure)
{
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "%u stream %s, %u ms, %u bytes", session->request.id,
           failure ? mc_word(mc_code_names, failure->code) : "ok", duration(session), session->transfer.size);
}
