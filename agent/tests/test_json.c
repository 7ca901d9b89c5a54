/* Reading JSON: what is JSON, what is a message, and parameters by the tables. */
#include "message.h"
#include "test.h"

static char buffer[4096];
static mc_failure failure;

/* "ok", or the code; a NUL in the text is written as \x00 by the callers and counted by `length`. */
static const char *check_bytes(const char *text, size_t length)
{
    mc_json json;
    memcpy(buffer, text, length);
    buffer[length] = 0;
    mc_json_start(&json, (uint8_t *)buffer, (uint16_t)length, &failure);
    return mc_json_check(&json) ? "ok" : mc_word(mc_code_names, failure.code);
}

static const char *check_json(const char *text)
{
    return check_bytes(text, strlen(text));
}

static void what_is_json(void)
{
    static const char *const good[] = {"{}", "[]", "0", "-0", "10", "-12.5e+3", "1E5", "0.0", "\"\"", "true", "false", "null",
                                       " {\"a\" : [ 1 , 2 ] }\r\n\t", "[[],{}]", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
                                       "\"\\ud83d\\uDE00\"", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"", "\"\x7F\"",
                                       "\"\xEF\xBF\xBF\xF4\x8F\xBF\xBF\"", "[[[[[[1]]]]]]"};
    static const char *const bad[] = {"", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "{,}", "{\"a\"}",
                                      "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{1:2}", "'a'", "01", "-", "+1", ".5", "1.",
                                      "1e", "1e+", "0x10", "00", "--1", "tru", "truee", "nul", "True", "NaN", "Infinity", "1 2",
                                      "{} {}", "{}x", "\"", "\"a", "\"\\", "\"\\\"", "\"\\a\"", "\"\\u12\"", "\"\\u12G4\"",
                                      "\"\\ud800\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\udc00\\ud800\"",
                                      "\"\n\"", "\"\t\"", "\"\x01\"", "\xEF\xBB\xBF{}", "/*a*/1", "[1]]", "{\"a\":1}}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK_TEXT(check_json(good[i]), "ok");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_TEXT(check_json(bad[i]), "bad_json");
    CHECK_TEXT(check_bytes("\"a\0b\"", 5), "bad_json");
    CHECK_TEXT(check_bytes("{}\0", 3), "bad_json");
}

static void what_is_utf8(void)
{
    static const char *const bad[] = {
        "\"\x80\"", "\"\xBF\"", "\"\xC0\x80\"", "\"\xC1\xBF\"", "\"\xC3\"", "\"\xC3(\"", "\"\xE0\x80\x80\"", "\"\xE0\x9F\xBF\"",
        "\"\xE2\x82\"", "\"\xE2\x82(\"", "\"\xED\xA0\x80\"", "\"\xED\xBF\xBF\"", "\"\xF0\x80\x80\x80\"", "\"\xF0\x8F\xBF\xBF\"",
        "\"\xF0\x9F\x98\"", "\"\xF4\x90\x80\x80\"", "\"\xF5\x80\x80\x80\"", "\"\xFE\"", "\"\xFF\"", "\"\xC3", "\"\xF0\x9F\x98"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_TEXT(check_json(bad[i]), "bad_json");
}

/* Each cut of a good text is bad, and reads nothing behind its end: the sanitizer would say so. */
static void every_cut(void)
{
    static const char text[] = "{\"id\":1,\"method\":\"x\\u00e9\xC3\xA9\",\"params\":{\"a\":[true,null,-1.5e3]}}";
    CHECK_TEXT(check_json(text), "ok");
    for (size_t length = 0; length < sizeof text - 1; length++)
        CHECK_TEXT(check_bytes(text, length), "bad_json");
}

static void limits(void)
{
    char text[2100];
    CHECK_TEXT(check_json("[[[[[[[1]]]]]]]"), "too_large");
    memset(text, 'a', sizeof text);
    text[0] = '"';
    text[1025] = '"';
    CHECK_TEXT(check_bytes(text, 1026), "ok");
    text[1025] = 'a';
    text[1026] = '"';
    CHECK_TEXT(check_bytes(text, 1027), "too_large");
    /* The limit counts what the string means, not how it is written. */
    for (int i = 0; i < 340; i++)
        memcpy(text + 1 + 6 * i, "\\u0041", 6);
    text[1 + 6 * 340] = '"';
    CHECK_TEXT(check_bytes(text, 2 + 6 * 340), "ok");
}

static const char *message_error(const char *text)
{
    mc_message message;
    strcpy(buffer, text);
    return mc_message_read(&message, (uint8_t *)buffer, (uint16_t)strlen(text), &failure) ? "ok"
                                                                                          : mc_word(mc_code_names, failure.code);
}

static void what_is_a_message(void)
{
    static const char *const good[] = {"{\"id\":1,\"method\":\"a\"}", "{\"id\":4294967295,\"method\":\"a\",\"params\":{}}",
                                       "{\"params\":{},\"method\":\"a\",\"id\":1}", "{\"id\":1,\"end\":{\"size\":0,\"crc32\":0}}",
                                       "{\"end\":{\"crc32\":1,\"size\":4294967295},\"id\":1}",
                                       "{\"id\":1,\"end\":{\"error\":{\"code\":\"cancelled\",\"message\":\"\"}}}"};
    static const char *const bad[] = {"{}", "[]", "1", "{\"id\":1}", "{\"method\":\"a\"}", "{\"id\":0,\"method\":\"a\"}",
                                      "{\"id\":-1,\"method\":\"a\"}", "{\"id\":4294967296,\"method\":\"a\"}",
                                      "{\"id\":1.0,\"method\":\"a\"}", "{\"id\":\"1\",\"method\":\"a\"}", "{\"id\":1,\"method\":2}",
                                      "{\"id\":1,\"id\":2,\"method\":\"a\"}", "{\"id\":1,\"method\":\"a\",\"method\":\"b\"}",
                                      "{\"id\":1,\"method\":\"a\",\"params\":[]}", "{\"id\":1,\"method\":\"a\",\"params\":null}",
                                      "{\"id\":1,\"method\":\"a\",\"params\":{},\"params\":{}}", "{\"id\":1,\"method\":\"a\",\"x\":1}",
                                      "{\"id\":1,\"end\":{}}", "{\"id\":1,\"end\":{\"size\":1}}", "{\"id\":1,\"end\":[]}",
                                      "{\"id\":1,\"end\":{\"size\":1,\"crc32\":1,\"x\":1}}", "{\"id\":1,\"end\":{\"error\":1}}",
                                      "{\"id\":1,\"end\":{\"error\":{}}}", "{\"id\":1,\"method\":\"a\",\"end\":{\"size\":0,\"crc32\":0}}",
                                      "{\"id\":1,\"end\":{\"size\":0,\"crc32\":0},\"params\":{}}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK_TEXT(message_error(good[i]), "ok");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_TEXT(message_error(bad[i]), "bad_request");
}

/* "ok", or the code and the parameter at fault. */
static const char *read_params(const mc_object *object, const char *text, void *structure)
{
    static char result[64];
    mc_json json;
    if (strcmp(check_json(text), "ok") != 0)
        return "no JSON";
    mc_json_start(&json, (uint8_t *)buffer, (uint16_t)strlen(text), &failure);
    if (mc_json_object(&json, object, structure))
        return "ok";
    snprintf(result, sizeof result, "%s %s", mc_word(mc_code_names, failure.code), failure.param);
    return result;
}

static const mc_object *params_of(const char *method)
{
    for (int i = 0; i < MC_METHOD_COUNT; i++)
        if (strcmp(mc_method_name(&mc_methods[i]), method) == 0)
            return &mc_methods[i].params;
    return NULL;
}

static void numbers(void)
{
    mc_rect rect;
    mc_params_font_list list;
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":-32768,\"y\":0,\"width\":1,\"height\":32767}", &rect), "ok");
    CHECK(rect.x == -32768 && rect.y == 0 && rect.width == 1 && rect.height == 32767);
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":-32769,\"y\":0,\"width\":1,\"height\":1}", &rect), "bad_params x");
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":0,\"y\":0,\"width\":0,\"height\":1}", &rect), "bad_params width");
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":0,\"y\":0,\"width\":1}", &rect), "bad_params height");
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":1e1,\"y\":0,\"width\":1,\"height\":1}", &rect), "bad_params x");
    CHECK_TEXT(read_params(&mc_object_rect, "{\"x\":99999999999999999999,\"y\":0}", &rect), "bad_params x");
    CHECK_TEXT(read_params(params_of("font.list"), "{\"cursor\":4294967295}", &list), "ok");
    CHECK(list.cursor == 4294967295u && list.present == MC_HAS_FONT_LIST_CURSOR);
    CHECK_TEXT(read_params(params_of("font.list"), "{\"cursor\":4294967296}", &list), "bad_params cursor");
    CHECK_TEXT(read_params(params_of("font.list"), "{\"cursor\":-1}", &list), "bad_params cursor");
    CHECK_TEXT(read_params(params_of("font.list"), "{}", &list), "ok");
    CHECK(list.cursor == 0 && list.present == 0);
}

static void strings(void)
{
    mc_params_fs_stat stat;
    mc_params_fs_get get;
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"path\":\"a\\n\\u00e9\\ud83d\\ude00\\\\b\"}", &stat), "ok");
    CHECK(mc_slice_is(stat.path, "a\n\xC3\xA9\xF0\x9F\x98\x80\\b"));
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"p\\u0061th\":\"x\"}", &stat), "ok");
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"path\":1}", &stat), "bad_params path");
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"path\":\"a\",\"path\":\"b\"}", &stat), "bad_params path");
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"path\":\"a\",\"paths\":\"b\"}", &stat), "bad_params paths");
    CHECK_TEXT(read_params(params_of("fs.stat"), "{\"path\":\"a\",\"pat\":{\"deep\":[1,\"]\"]}}", &stat), "bad_params pat");
    CHECK_TEXT(read_params(params_of("fs.get"), "{\"path\":\"a\"}", &get), "ok");
    CHECK(get.fork == MC_FORK_BOTH);
    CHECK_TEXT(read_params(params_of("fs.get"), "{\"path\":\"a\",\"fork\":\"resource\"}", &get), "ok");
    CHECK(get.fork == MC_FORK_RESOURCE);
    CHECK_TEXT(read_params(params_of("fs.get"), "{\"path\":\"a\",\"fork\":\"Resource\"}", &get), "bad_params fork");
}

/* The limit of a string counts characters: 64 of them may take 192 bytes. */
static void lengths(void)
{
    char text[400];
    mc_params_hello hello;
    for (int characters = 64; characters <= 65; characters++) {
        strcpy(text, "{\"token\":\"");
        for (int i = 0; i < characters; i++)
            strcat(text, "\xE2\x80\xA2");
        strcat(text, "\",\"client_id\":\"\",\"protocol_version\":1}");
        CHECK_TEXT(read_params(params_of("hello"), text, &hello), characters == 64 ? "ok" : "bad_params token");
    }
}

static void types_and_flags(void)
{
    mc_params_fs_put put;
    mc_input_event event;
    const char *text = "{\"path\":\"a\",\"type\":\"\\u0192TXT\",\"creator\":\"a\\u0000b \",\"data_size\":0,\"resource_size\":1,\"replace\":true}";
    CHECK_TEXT(check_json(text), "ok");
    CHECK_TEXT(read_params(params_of("fs.put"), text, &put), "ok");
    CHECK(put.type == 0xC4545854 && put.creator == 0x61006220 && put.replace == 1);
    CHECK_TEXT(read_params(params_of("fs.put"), "{\"type\":\"TEX\"}", &put), "bad_params type");
    CHECK_TEXT(read_params(params_of("fs.put"), "{\"type\":\"TEXTS\"}", &put), "bad_params type");
    CHECK_TEXT(read_params(params_of("fs.put"), "{\"type\":\"TEX\\u4e00\"}", &put), "bad_params type");
    CHECK_TEXT(read_params(params_of("fs.put"), "{\"replace\":1}", &put), "bad_params replace");
    CHECK_TEXT(read_params(&mc_object_input_event, "{\"type\":\"key\",\"modifiers\":[\"shift\",\"command\"]}", &event), "ok");
    CHECK(event.modifiers == (1 << MC_MODIFIER_SHIFT | 1 << MC_MODIFIER_COMMAND));
    CHECK_TEXT(read_params(&mc_object_input_event, "{\"type\":\"key\",\"modifiers\":[]}", &event), "ok");
    CHECK(event.modifiers == 0 && event.present & MC_HAS_INPUT_EVENT_MODIFIERS);
    CHECK_TEXT(read_params(&mc_object_input_event, "{\"type\":\"key\",\"modifiers\":[\"shift\",\"shift\"]}", &event),
               "bad_params modifiers");
    CHECK_TEXT(read_params(&mc_object_input_event, "{\"type\":\"key\",\"modifiers\":[1]}", &event), "bad_params modifiers");
    CHECK_TEXT(read_params(&mc_object_input_event, "{\"type\":\"key\",\"modifiers\":\"shift\"}", &event), "bad_params modifiers");
}

static void nested(void)
{
    mc_params_screen_capture capture;
    mc_params_screen_input input;
    mc_array events, path;
    mc_input_event event;
    mc_point point;
    const mc_object *object = params_of("screen.capture");
    CHECK_TEXT(read_params(object, "{\"region\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}}", &capture), "ok");
    CHECK(capture.region.width == 3 && capture.one_turn == 0);
    CHECK_TEXT(read_params(object, "{\"region\":{\"x\":1,\"y\":2,\"width\":3}}", &capture), "bad_params height");
    CHECK_TEXT(read_params(object, "{\"region\":[]}", &capture), "bad_params region");

    CHECK_TEXT(read_params(params_of("screen.input"),
                           "{\"events\":[ {\"type\":\"drag\",\"path\":[{\"x\":1,\"y\":2} , {\"y\":4,\"x\":3}]},{\"type\":\"type\",\"text\":\"]\\\"}\"} ]}",
                           &input),
               "ok");
    mc_array_start(&events, input.events, &mc_object_input_event, &failure);
    CHECK(mc_array_next(&events, &event) && event.type == MC_GESTURE_DRAG);
    mc_array_start(&path, event.path, &mc_object_point, &failure);
    CHECK(mc_array_next(&path, &point) && point.x == 1 && point.y == 2);
    CHECK(mc_array_next(&path, &point) && point.x == 3 && point.y == 4);
    CHECK(!mc_array_next(&path, &point) && path.ended && path.count == 2 && failure.code == MC_OK);
    CHECK(mc_array_next(&events, &event) && mc_slice_is(event.text, "]\"}"));
    CHECK(!mc_array_next(&events, &event) && events.ended && failure.code == MC_OK);
    CHECK(!mc_array_next(&events, &event));
}

static void array_sizes(void)
{
    char text[2000];
    mc_params_screen_input input;
    for (int count = 64; count <= 65; count++) {
        strcpy(text, "{\"events\":[");
        for (int i = 0; i < count; i++)
            strcat(text, i ? ",{}" : "{}");
        strcat(text, "]}");
        CHECK_TEXT(read_params(params_of("screen.input"), text, &input), count == 64 ? "ok" : "bad_params events");
    }
}

/* The structure of every method fits what the dispatcher has for it, and every handler is there. */
static void tables(void)
{
    for (int i = 0; i < MC_METHOD_COUNT; i++) {
        CHECK(mc_methods[i].params.size <= 256);
        CHECK(mc_methods[i].handle != NULL);
    }
}

void test_json(void)
{
    what_is_json();
    what_is_utf8();
    every_cut();
    limits();
    what_is_a_message();
    numbers();
    strings();
    lengths();
    types_and_flags();
    nested();
    array_sizes();
    tables();
}
