/* Made from protocol/schema by `make generate`; do not edit. */
#include "protocol.h"

#include <stddef.h>

const char *const mc_code_names[MC_CODE_COUNT] = {
    "ok",
    "bad_frame",
    "too_large",
    "bad_json",
    "bad_request",
    "bad_version",
    "unauthorized",
    "denied",
    "unsupported",
    "unknown_method",
    "bad_params",
    "busy",
    "not_found",
    "exists",
    "bad_name",
    "not_a_folder",
    "not_a_file",
    "not_empty",
    "locked",
    "disk_full",
    "io",
    "no_memory",
    "size_mismatch",
    "crc_mismatch",
    "cancelled",
    "timeout",
    "internal",
};

const char *const mc_strike_kind_names[MC_STRIKE_KIND_COUNT + 1] = {"NFNT", "FONT", 0};

const char *const mc_fork_names[MC_FORK_COUNT + 1] = {"both", "data", "resource", 0};

const char *const mc_entry_kind_names[MC_ENTRY_KIND_COUNT + 1] = {"file", "folder", 0};

const char *const mc_tier_names[MC_TIER_COUNT + 1] = {"disabled", "read-only", "full", 0};

const char *const mc_gesture_names[MC_GESTURE_COUNT + 1] = {"move", "click", "drag", "key", "type", 0};

const char *const mc_modifier_names[MC_MODIFIER_COUNT + 1] = {"command", "shift", "option", "control", 0};

static const mc_field mc_object_rect_fields[] = {
    {"x", MC_KIND_INTEGER, 1, offsetof(struct mc_rect, x), -32768, 32767, 0, 0, 0},
    {"y", MC_KIND_INTEGER, 1, offsetof(struct mc_rect, y), -32768, 32767, 0, 0, 0},
    {"width", MC_KIND_INTEGER, 1, offsetof(struct mc_rect, width), 1, 32767, 0, 0, 0},
    {"height", MC_KIND_INTEGER, 1, offsetof(struct mc_rect, height), 1, 32767, 0, 0, 0},
};
const mc_object mc_object_rect = {mc_object_rect_fields, 4, sizeof(struct mc_rect)};

static const mc_field mc_object_point_fields[] = {
    {"x", MC_KIND_INTEGER, 1, offsetof(struct mc_point, x), -32768, 32767, 0, 0, 0},
    {"y", MC_KIND_INTEGER, 1, offsetof(struct mc_point, y), -32768, 32767, 0, 0, 0},
};
const mc_object mc_object_point = {mc_object_point_fields, 2, sizeof(struct mc_point)};

static const mc_field mc_object_input_event_fields[] = {
    {"type", MC_KIND_ENUM, 1, offsetof(struct mc_input_event, type), 0, 0, 0, mc_gesture_names, 0},
    {"x", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, x), -32768, 32767, 0, 0, 0},
    {"y", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, y), -32768, 32767, 0, 0, 0},
    {"count", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, count), 1, 3, 1, 0, 0},
    {"path", MC_KIND_ARRAY, 0, offsetof(struct mc_input_event, path), 0, 32, 0, 0, &mc_object_point},
    {"hold_ms", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, hold_ms), 0, 10000, 0, 0, 0},
    {"char", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, char_), 0, 255, 0, 0, 0},
    {"code", MC_KIND_INTEGER, 0, offsetof(struct mc_input_event, code), 0, 127, 0, 0, 0},
    {"text", MC_KIND_STRING, 0, offsetof(struct mc_input_event, text), 0, 1024, 0, 0, 0},
    {"modifiers", MC_KIND_FLAGS, 0, offsetof(struct mc_input_event, modifiers), 0, 0, 0, mc_modifier_names, 0},
};
const mc_object mc_object_input_event = {mc_object_input_event_fields, 10, sizeof(struct mc_input_event)};

static const mc_field params_font_get_fields[] = {
    {"kind", MC_KIND_ENUM, 1, offsetof(struct mc_params_font_get, kind), 0, 0, 0, mc_strike_kind_names, 0},
    {"id", MC_KIND_INTEGER, 1, offsetof(struct mc_params_font_get, id), -32768, 32767, 0, 0, 0},
};
static const mc_object params_font_get = {params_font_get_fields, 2, sizeof(struct mc_params_font_get)};

static const mc_field params_font_list_fields[] = {
    {"cursor", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_font_list, cursor), 0, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_font_list = {params_font_list_fields, 1, sizeof(struct mc_params_font_list)};

static const mc_field params_fs_delete_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_delete, path), 0, 1024, 0, 0, 0},
};
static const mc_object params_fs_delete = {params_fs_delete_fields, 1, sizeof(struct mc_params_fs_delete)};

static const mc_field params_fs_get_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_get, path), 0, 1024, 0, 0, 0},
    {"fork", MC_KIND_ENUM, 0, offsetof(struct mc_params_fs_get, fork), 0, 0, 0, mc_fork_names, 0},
};
static const mc_object params_fs_get = {params_fs_get_fields, 2, sizeof(struct mc_params_fs_get)};

static const mc_field params_fs_list_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_list, path), 0, 1024, 0, 0, 0},
    {"cursor", MC_KIND_INTEGER, 0, offsetof(struct mc_params_fs_list, cursor), 0, 65535, 0, 0, 0},
};
static const mc_object params_fs_list = {params_fs_list_fields, 2, sizeof(struct mc_params_fs_list)};

static const mc_field params_fs_put_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_put, path), 0, 1024, 0, 0, 0},
    {"type", MC_KIND_OSTYPE, 1, offsetof(struct mc_params_fs_put, type), 0, 0, 0, 0, 0},
    {"creator", MC_KIND_OSTYPE, 1, offsetof(struct mc_params_fs_put, creator), 0, 0, 0, 0, 0},
    {"data_size", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_fs_put, data_size), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"resource_size", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_fs_put, resource_size), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"modified", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_put, modified), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"replace", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_put, replace), 0, 0, 0, 0, 0},
};
static const mc_object params_fs_put = {params_fs_put_fields, 7, sizeof(struct mc_params_fs_put)};

static const mc_field params_fs_stat_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_stat, path), 0, 1024, 0, 0, 0},
};
static const mc_object params_fs_stat = {params_fs_stat_fields, 1, sizeof(struct mc_params_fs_stat)};

static const mc_object params_health = {0, 0, sizeof(struct mc_params_health)};

static const mc_field params_hello_fields[] = {
    {"token", MC_KIND_STRING, 1, offsetof(struct mc_params_hello, token), 0, 64, 0, 0, 0},
    {"client_id", MC_KIND_STRING, 1, offsetof(struct mc_params_hello, client_id), 0, 64, 0, 0, 0},
    {"protocol_version", MC_KIND_INTEGER, 1, offsetof(struct mc_params_hello, protocol_version), 0, 65535, 0, 0, 0},
};
static const mc_object params_hello = {params_hello_fields, 3, sizeof(struct mc_params_hello)};

static const mc_field params_screen_capture_fields[] = {
    {"region", MC_KIND_OBJECT, 0, offsetof(struct mc_params_screen_capture, region), 0, 0, 0, 0, &mc_object_rect},
    {"one_turn", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_screen_capture, one_turn), 0, 0, 0, 0, 0},
};
static const mc_object params_screen_capture = {params_screen_capture_fields, 2, sizeof(struct mc_params_screen_capture)};

static const mc_field params_screen_input_fields[] = {
    {"events", MC_KIND_ARRAY, 1, offsetof(struct mc_params_screen_input, events), 0, 64, 0, 0, &mc_object_input_event},
};
static const mc_object params_screen_input = {params_screen_input_fields, 1, sizeof(struct mc_params_screen_input)};

static const mc_object params_system_info = {0, 0, sizeof(struct mc_params_system_info)};

const mc_method mc_methods[MC_METHOD_COUNT] = {
    {"font.get", MC_EFFECT_READ, &params_font_get, mc_font_get},
    {"font.list", MC_EFFECT_READ, &params_font_list, mc_font_list},
    {"fs.delete", MC_EFFECT_DESTRUCTIVE, &params_fs_delete, mc_fs_delete},
    {"fs.get", MC_EFFECT_READ, &params_fs_get, mc_fs_get},
    {"fs.list", MC_EFFECT_READ, &params_fs_list, mc_fs_list},
    {"fs.put", MC_EFFECT_DESTRUCTIVE, &params_fs_put, mc_fs_put},
    {"fs.stat", MC_EFFECT_READ, &params_fs_stat, mc_fs_stat},
    {"health", MC_EFFECT_NONE, &params_health, mc_health},
    {"hello", MC_EFFECT_NONE, &params_hello, mc_hello},
    {"screen.capture", MC_EFFECT_READ, &params_screen_capture, mc_screen_capture},
    {"screen.input", MC_EFFECT_WRITE, &params_screen_input, mc_screen_input},
    {"system.info", MC_EFFECT_READ, &params_system_info, mc_system_info},
};
