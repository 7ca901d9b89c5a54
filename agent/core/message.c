#include "message.h"
#include "json_text.h"

static bool malformed(mc_failure *failure, const char *message)
{
    return mc_fail_with(failure, MC_BAD_REQUEST, message);
}

static bool read_id(mc_json *json, mc_message *message)
{
    if (message->id)
        return malformed(json->failure, "the id is given twice");
    return mc_json_unsigned(json, 1, 0xFFFFFFFFu, &message->id) || malformed(json->failure, "an id is a number from 1");
}

static bool read_method(mc_json *json, mc_message *message)
{
    if (message->method.bytes)
        return malformed(json->failure, "the method is given twice");
    return mc_json_string(json, &message->method) || malformed(json->failure, "a method is named by a string");
}

static bool read_params(mc_json *json, const uint8_t *end, mc_message *message)
{
    if (message->params.bytes)
        return malformed(json->failure, "params are given twice");
    if (*json->at != '{')
        return malformed(json->failure, "params are an object");
    message->params.bytes = (const char *)json->at;
    message->params.length = (uint16_t)(end - json->at);
    return true;
}

/* Of the error that ends a put only its code is of interest. */
static bool read_reason(mc_json *json, mc_message *message)
{
    bool first = true;
    mc_slice key;
    if (!mc_json_enter(json))
        return false;
    while (mc_json_member(json, &first, &key))
        if (mc_slice_is(key, "code") ? !mc_json_string(json, &message->reason) : !mc_json_skip(json))
            return false;
    return message->reason.bytes != NULL;
}

static bool read_end_member(mc_json *json, mc_slice key, mc_message *message, bool *sized, bool *checked)
{
    if (mc_slice_is(key, "size"))
        return *sized = mc_json_unsigned(json, 0, 0xFFFFFFFFu, &message->size);
    if (mc_slice_is(key, "crc32"))
        return *checked = mc_json_unsigned(json, 0, 0xFFFFFFFFu, &message->crc32);
    return mc_slice_is(key, "error") && read_reason(json, message);
}

/* `{"size", "crc32"}`, or `{"error"}`. */
static bool read_end(mc_json *json, mc_message *message)
{
    static const char shape[] = "an end carries size and crc32, or an error";
    bool first = true, sized = false, checked = false;
    mc_slice key;
    if (message->kind != MC_MESSAGE_REQUEST)
        return malformed(json->failure, "the end is given twice");
    if (!mc_json_enter(json))
        return malformed(json->failure, shape);
    while (mc_json_member(json, &first, &key))
        if (!read_end_member(json, key, message, &sized, &checked))
            return malformed(json->failure, shape);
    message->kind = message->reason.bytes ? MC_MESSAGE_GIVEN_UP : MC_MESSAGE_END;
    return message->reason.bytes || (sized && checked) || malformed(json->failure, shape);
}

static bool read_member(mc_json *json, mc_slice key, const uint8_t *end, mc_message *message)
{
    if (mc_slice_is(key, "id"))
        return read_id(json, message);
    if (mc_slice_is(key, "method"))
        return read_method(json, message);
    if (mc_slice_is(key, "params"))
        return read_params(json, end, message);
    if (mc_slice_is(key, "end"))
        return read_end(json, message);
    return malformed(json->failure, "a request has id, method and params");
}

static bool is_complete(const mc_message *message)
{
    bool request = message->kind == MC_MESSAGE_REQUEST;
    return message->id && request == (message->method.bytes != NULL) && (request || !message->params.bytes);
}

/* JSON it may be, but no message. */
static bool read_something_else(mc_json *json)
{
    return mc_json_check(json) && malformed(json->failure, "a message is an object");
}

/* What is wrong with the JSON counts before what is wrong with the message, so all of it is looked at. */
static bool read_object(mc_json *json, mc_message *message)
{
    mc_failure *failure = json->failure;
    mc_failure fault = {.code = MC_OK};
    bool first = true;
    mc_slice key;
    uint8_t *end;
    while (mc_json_check_member(json, &first, &key, &end)) {
        if (fault.code == MC_OK && !read_member(json, key, end, message))
            fault = *failure;
        failure->code = MC_OK;
        json->at = end;
    }
    if (failure->code != MC_OK) {
        message->id = 0;
        return false;
    }
    if (fault.code == MC_OK && !is_complete(message))
        malformed(&fault, "a request has id, method and params");
    *failure = fault;
    return fault.code == MC_OK;
}

bool mc_message_read(mc_message *message, uint8_t *text, uint16_t length, mc_failure *failure)
{
    mc_json json;
    memset(message, 0, sizeof *message);
    mc_json_start(&json, text, length, failure);
    json.at = (uint8_t *)mc_json_space(json.at);
    return *json.at == '{' ? read_object(&json, message) : read_something_else(&json);
}
