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
    "protected",
    "changed",
    "applescript",
    "apple_event",
    "size_mismatch",
    "crc_mismatch",
    "cancelled",
    "timeout",
    "internal",
};

const char *const mc_interaction_names[MC_INTERACTION_COUNT + 1] = {"never", "can", "always", 0};

const char *const mc_script_form_names[MC_SCRIPT_FORM_COUNT + 1] = {"source", "display", 0};

const char *const mc_strike_kind_names[MC_STRIKE_KIND_COUNT + 1] = {"NFNT", "FONT", 0};

const char *const mc_fork_names[MC_FORK_COUNT + 1] = {"both", "data", "resource", "macbinary", 0};

const char *const mc_entry_kind_names[MC_ENTRY_KIND_COUNT + 1] = {"file", "folder", 0};

const char *const mc_put_form_names[MC_PUT_FORM_COUNT + 1] = {"forks", "macbinary", 0};

const char *const mc_tier_names[MC_TIER_COUNT + 1] = {"disabled", "read-only", "full", 0};

const char *const mc_update_state_names[MC_UPDATE_STATE_COUNT + 1] = {"clean", "staged", 0};

const char *const mc_job_status_names[MC_JOB_STATUS_COUNT + 1] = {"running", "done", "failed", "cancelled", 0};

const char *const mc_log_level_names[MC_LOG_LEVEL_COUNT + 1] = {"error", "warn", "info", "debug", "trace", 0};

const char *const mc_log_category_names[MC_LOG_CATEGORY_COUNT + 1] = {"transport", "dispatch", "applescript", "apple_event", "screen", "input", "clipboard", "process", "fs", "update", "job", "watchdog", 0};

const char *const mc_quit_outcome_names[MC_QUIT_OUTCOME_COUNT + 1] = {"gone", "sent-unconfirmed", "not-running", 0};

const char *const mc_gesture_names[MC_GESTURE_COUNT + 1] = {"move", "click", "drag", "key", "type", 0};

const char *const mc_modifier_names[MC_MODIFIER_COUNT + 1] = {"command", "shift", "option", "control", 0};

const char *const mc_channel_names[MC_CHANNEL_COUNT + 1] = {"jobs", "log", 0};

const char *const mc_bye_reason_names[MC_BYE_REASON_COUNT + 1] = {"quit", "shutdown", "update", 0};

static const mc_field mc_object_psn_fields[] = {
    {"high", MC_KIND_UNSIGNED, 0, offsetof(struct mc_psn, high), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"low", MC_KIND_UNSIGNED, 1, offsetof(struct mc_psn, low), 0, (int32_t)4294967295ul, 0, 0, 0},
};
const mc_object mc_object_psn = {mc_object_psn_fields, 2, sizeof(struct mc_psn)};

static const mc_field mc_object_flavor_name_fields[] = {
    {"flavor", MC_KIND_OSTYPE, 1, offsetof(struct mc_flavor_name, flavor), 0, 0, 0, 0, 0},
};
const mc_object mc_object_flavor_name = {mc_object_flavor_name_fields, 1, sizeof(struct mc_flavor_name)};

static const mc_field mc_object_flavor_size_fields[] = {
    {"flavor", MC_KIND_OSTYPE, 1, offsetof(struct mc_flavor_size, flavor), 0, 0, 0, 0, 0},
    {"size", MC_KIND_UNSIGNED, 1, offsetof(struct mc_flavor_size, size), 0, (int32_t)4294967295ul, 0, 0, 0},
};
const mc_object mc_object_flavor_size = {mc_object_flavor_size_fields, 2, sizeof(struct mc_flavor_size)};

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

static const mc_field params_apple_event_send_fields[] = {
    {"class", MC_KIND_OSTYPE, 1, offsetof(struct mc_params_apple_event_send, class), 0, 0, 0, 0, 0},
    {"id", MC_KIND_OSTYPE, 1, offsetof(struct mc_params_apple_event_send, id), 0, 0, 0, 0, 0},
    {"psn", MC_KIND_OBJECT, 0, offsetof(struct mc_params_apple_event_send, psn), 0, 0, 0, 0, &mc_object_psn},
    {"signature", MC_KIND_OSTYPE, 0, offsetof(struct mc_params_apple_event_send, signature), 0, 0, 0, 0, 0},
    {"name", MC_KIND_STRING, 0, offsetof(struct mc_params_apple_event_send, name), 0, 31, 0, 0, 0},
    {"size", MC_KIND_INTEGER, 0, offsetof(struct mc_params_apple_event_send, size), 0, 32767, 0, 0, 0},
    {"reply", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_apple_event_send, reply), 0, 0, 1, 0, 0},
    {"timeout_ms", MC_KIND_INTEGER, 0, offsetof(struct mc_params_apple_event_send, timeout_ms), 100, 3600000, 5000, 0, 0},
    {"interaction", MC_KIND_ENUM, 0, offsetof(struct mc_params_apple_event_send, interaction), 0, 0, 1, mc_interaction_names, 0},
    {"switch_layer", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_apple_event_send, switch_layer), 0, 0, 0, 0, 0},
};
static const mc_object params_apple_event_send = {params_apple_event_send_fields, 10, sizeof(struct mc_params_apple_event_send)};

static const mc_field params_applescript_eval_fields[] = {
    {"size", MC_KIND_INTEGER, 1, offsetof(struct mc_params_applescript_eval, size), 0, 32767, 0, 0, 0},
    {"timeout_ms", MC_KIND_INTEGER, 0, offsetof(struct mc_params_applescript_eval, timeout_ms), 100, 3600000, 30000, 0, 0},
    {"form", MC_KIND_ENUM, 0, offsetof(struct mc_params_applescript_eval, form), 0, 0, 0, mc_script_form_names, 0},
    {"interaction", MC_KIND_ENUM, 0, offsetof(struct mc_params_applescript_eval, interaction), 0, 0, 1, mc_interaction_names, 0},
};
static const mc_object params_applescript_eval = {params_applescript_eval_fields, 4, sizeof(struct mc_params_applescript_eval)};

static const mc_field params_clipboard_get_fields[] = {
    {"flavors", MC_KIND_ARRAY, 0, offsetof(struct mc_params_clipboard_get, flavors), 0, 8, 0, 0, &mc_object_flavor_name},
};
static const mc_object params_clipboard_get = {params_clipboard_get_fields, 1, sizeof(struct mc_params_clipboard_get)};

static const mc_field params_clipboard_set_fields[] = {
    {"flavors", MC_KIND_ARRAY, 1, offsetof(struct mc_params_clipboard_set, flavors), 0, 8, 0, 0, &mc_object_flavor_size},
};
static const mc_object params_clipboard_set = {params_clipboard_set_fields, 1, sizeof(struct mc_params_clipboard_set)};

static const mc_object params_cursor_get = {0, 0, sizeof(struct mc_params_cursor_get)};

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
    {"recursive", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_delete, recursive), 0, 0, 0, 0, 0},
};
static const mc_object params_fs_delete = {params_fs_delete_fields, 2, sizeof(struct mc_params_fs_delete)};

static const mc_field params_fs_get_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_get, path), 0, 1024, 0, 0, 0},
    {"fork", MC_KIND_ENUM, 0, offsetof(struct mc_params_fs_get, fork), 0, 0, 0, mc_fork_names, 0},
    {"offset", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_get, offset), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"length", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_get, length), 0, (int32_t)4294967295ul, (int32_t)4294967295ul, 0, 0},
    {"unchanged_since", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_get, unchanged_since), 0, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_fs_get = {params_fs_get_fields, 5, sizeof(struct mc_params_fs_get)};

static const mc_field params_fs_list_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_list, path), 0, 1024, 0, 0, 0},
    {"cursor", MC_KIND_INTEGER, 0, offsetof(struct mc_params_fs_list, cursor), 0, 65535, 0, 0, 0},
};
static const mc_object params_fs_list = {params_fs_list_fields, 2, sizeof(struct mc_params_fs_list)};

static const mc_field params_fs_mkdir_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_mkdir, path), 0, 1024, 0, 0, 0},
    {"parents", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_mkdir, parents), 0, 0, 0, 0, 0},
};
static const mc_object params_fs_mkdir = {params_fs_mkdir_fields, 2, sizeof(struct mc_params_fs_mkdir)};

static const mc_field params_fs_move_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_move, path), 0, 1024, 0, 0, 0},
    {"to", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_move, to), 0, 1024, 0, 0, 0},
    {"replace", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_move, replace), 0, 0, 0, 0, 0},
};
static const mc_object params_fs_move = {params_fs_move_fields, 3, sizeof(struct mc_params_fs_move)};

static const mc_field params_fs_put_fields[] = {
    {"path", MC_KIND_STRING, 1, offsetof(struct mc_params_fs_put, path), 0, 1024, 0, 0, 0},
    {"type", MC_KIND_OSTYPE, 0, offsetof(struct mc_params_fs_put, type), 0, 0, 0, 0, 0},
    {"creator", MC_KIND_OSTYPE, 0, offsetof(struct mc_params_fs_put, creator), 0, 0, 0, 0, 0},
    {"data_size", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_fs_put, data_size), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"resource_size", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_put, resource_size), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"modified", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_put, modified), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"replace", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_put, replace), 0, 0, 0, 0, 0},
    {"form", MC_KIND_ENUM, 0, offsetof(struct mc_params_fs_put, form), 0, 0, 0, mc_put_form_names, 0},
    {"created", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_fs_put, created), 0, (int32_t)4294967295ul, 0, 0, 0},
    {"flags", MC_KIND_INTEGER, 0, offsetof(struct mc_params_fs_put, flags), 0, 65535, 0, 0, 0},
    {"comment", MC_KIND_STRING, 0, offsetof(struct mc_params_fs_put, comment), 0, 200, 0, 0, 0},
    {"resume", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_fs_put, resume), 0, 0, 0, 0, 0},
};
static const mc_object params_fs_put = {params_fs_put_fields, 12, sizeof(struct mc_params_fs_put)};

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

static const mc_field params_jobs_cancel_fields[] = {
    {"job_id", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_jobs_cancel, job_id), 1, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_jobs_cancel = {params_jobs_cancel_fields, 1, sizeof(struct mc_params_jobs_cancel)};

static const mc_field params_jobs_result_fields[] = {
    {"job_id", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_jobs_result, job_id), 1, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_jobs_result = {params_jobs_result_fields, 1, sizeof(struct mc_params_jobs_result)};

static const mc_field params_jobs_status_fields[] = {
    {"job_id", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_jobs_status, job_id), 1, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_jobs_status = {params_jobs_status_fields, 1, sizeof(struct mc_params_jobs_status)};

static const mc_field params_log_download_fields[] = {
    {"file", MC_KIND_INTEGER, 0, offsetof(struct mc_params_log_download, file), 0, 2, 0, 0, 0},
};
static const mc_object params_log_download = {params_log_download_fields, 1, sizeof(struct mc_params_log_download)};

static const mc_field params_log_set_level_fields[] = {
    {"level", MC_KIND_ENUM, 1, offsetof(struct mc_params_log_set_level, level), 0, 0, 0, mc_log_level_names, 0},
};
static const mc_object params_log_set_level = {params_log_set_level_fields, 1, sizeof(struct mc_params_log_set_level)};

static const mc_field params_log_tail_fields[] = {
    {"count", MC_KIND_INTEGER, 0, offsetof(struct mc_params_log_tail, count), 1, 200, 100, 0, 0},
    {"level", MC_KIND_ENUM, 0, offsetof(struct mc_params_log_tail, level), 0, 0, 4, mc_log_level_names, 0},
    {"categories", MC_KIND_FLAGS, 0, offsetof(struct mc_params_log_tail, categories), 0, 0, 0, mc_log_category_names, 0},
    {"cursor", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_log_tail, cursor), 0, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_log_tail = {params_log_tail_fields, 4, sizeof(struct mc_params_log_tail)};

static const mc_field params_process_front_fields[] = {
    {"psn", MC_KIND_OBJECT, 1, offsetof(struct mc_params_process_front, psn), 0, 0, 0, 0, &mc_object_psn},
};
static const mc_object params_process_front = {params_process_front_fields, 1, sizeof(struct mc_params_process_front)};

static const mc_field params_process_launch_fields[] = {
    {"path", MC_KIND_STRING, 0, offsetof(struct mc_params_process_launch, path), 0, 1024, 0, 0, 0},
    {"creator", MC_KIND_OSTYPE, 0, offsetof(struct mc_params_process_launch, creator), 0, 0, 0, 0, 0},
    {"document", MC_KIND_STRING, 0, offsetof(struct mc_params_process_launch, document), 0, 1024, 0, 0, 0},
    {"front", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_process_launch, front), 0, 0, 1, 0, 0},
};
static const mc_object params_process_launch = {params_process_launch_fields, 4, sizeof(struct mc_params_process_launch)};

static const mc_field params_process_list_fields[] = {
    {"cursor", MC_KIND_INTEGER, 0, offsetof(struct mc_params_process_list, cursor), 0, 65535, 0, 0, 0},
};
static const mc_object params_process_list = {params_process_list_fields, 1, sizeof(struct mc_params_process_list)};

static const mc_field params_process_quit_fields[] = {
    {"psn", MC_KIND_OBJECT, 1, offsetof(struct mc_params_process_quit, psn), 0, 0, 0, 0, &mc_object_psn},
    {"timeout_ms", MC_KIND_INTEGER, 0, offsetof(struct mc_params_process_quit, timeout_ms), 0, 60000, 3000, 0, 0},
};
static const mc_object params_process_quit = {params_process_quit_fields, 2, sizeof(struct mc_params_process_quit)};

static const mc_field params_resource_get_fields[] = {
    {"path", MC_KIND_STRING, 0, offsetof(struct mc_params_resource_get, path), 0, 1024, 0, 0, 0},
    {"psn", MC_KIND_OBJECT, 0, offsetof(struct mc_params_resource_get, psn), 0, 0, 0, 0, &mc_object_psn},
    {"type", MC_KIND_OSTYPE, 1, offsetof(struct mc_params_resource_get, type), 0, 0, 0, 0, 0},
    {"id", MC_KIND_INTEGER, 1, offsetof(struct mc_params_resource_get, id), -32768, 32767, 0, 0, 0},
};
static const mc_object params_resource_get = {params_resource_get_fields, 4, sizeof(struct mc_params_resource_get)};

static const mc_field params_resource_list_fields[] = {
    {"path", MC_KIND_STRING, 0, offsetof(struct mc_params_resource_list, path), 0, 1024, 0, 0, 0},
    {"psn", MC_KIND_OBJECT, 0, offsetof(struct mc_params_resource_list, psn), 0, 0, 0, 0, &mc_object_psn},
    {"type", MC_KIND_OSTYPE, 0, offsetof(struct mc_params_resource_list, type), 0, 0, 0, 0, 0},
    {"cursor", MC_KIND_INTEGER, 0, offsetof(struct mc_params_resource_list, cursor), 0, 65535, 0, 0, 0},
};
static const mc_object params_resource_list = {params_resource_list_fields, 4, sizeof(struct mc_params_resource_list)};

static const mc_field params_screen_capture_fields[] = {
    {"region", MC_KIND_OBJECT, 0, offsetof(struct mc_params_screen_capture, region), 0, 0, 0, 0, &mc_object_rect},
    {"one_turn", MC_KIND_BOOLEAN, 0, offsetof(struct mc_params_screen_capture, one_turn), 0, 0, 0, 0, 0},
    {"depth", MC_KIND_INTEGER, 0, offsetof(struct mc_params_screen_capture, depth), 1, 32, 0, 0, 0},
    {"since", MC_KIND_UNSIGNED, 0, offsetof(struct mc_params_screen_capture, since), 0, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_screen_capture = {params_screen_capture_fields, 4, sizeof(struct mc_params_screen_capture)};

static const mc_field params_screen_input_fields[] = {
    {"events", MC_KIND_ARRAY, 1, offsetof(struct mc_params_screen_input, events), 0, 64, 0, 0, &mc_object_input_event},
};
static const mc_object params_screen_input = {params_screen_input_fields, 1, sizeof(struct mc_params_screen_input)};

static const mc_field params_subscribe_fields[] = {
    {"channels", MC_KIND_FLAGS, 1, offsetof(struct mc_params_subscribe, channels), 0, 0, 0, mc_channel_names, 0},
};
static const mc_object params_subscribe = {params_subscribe_fields, 1, sizeof(struct mc_params_subscribe)};

static const mc_object params_system_info = {0, 0, sizeof(struct mc_params_system_info)};

static const mc_field params_system_set_time_fields[] = {
    {"date", MC_KIND_UNSIGNED, 1, offsetof(struct mc_params_system_set_time, date), 0, (int32_t)4294967295ul, 0, 0, 0},
};
static const mc_object params_system_set_time = {params_system_set_time_fields, 1, sizeof(struct mc_params_system_set_time)};

static const mc_object params_system_time = {0, 0, sizeof(struct mc_params_system_time)};

static const mc_field params_unsubscribe_fields[] = {
    {"channels", MC_KIND_FLAGS, 1, offsetof(struct mc_params_unsubscribe, channels), 0, 0, 0, mc_channel_names, 0},
};
static const mc_object params_unsubscribe = {params_unsubscribe_fields, 1, sizeof(struct mc_params_unsubscribe)};

static const mc_object params_volume_list = {0, 0, sizeof(struct mc_params_volume_list)};

const mc_method mc_methods[MC_METHOD_COUNT] = {
    {"apple_event.send", MC_EFFECT_DESTRUCTIVE, &params_apple_event_send, mc_apple_event_send},
    {"applescript.eval", MC_EFFECT_DESTRUCTIVE, &params_applescript_eval, mc_applescript_eval},
    {"clipboard.get", MC_EFFECT_WRITE, &params_clipboard_get, mc_clipboard_get},
    {"clipboard.set", MC_EFFECT_WRITE, &params_clipboard_set, mc_clipboard_set},
    {"cursor.get", MC_EFFECT_READ, &params_cursor_get, mc_cursor_get},
    {"font.get", MC_EFFECT_READ, &params_font_get, mc_font_get},
    {"font.list", MC_EFFECT_READ, &params_font_list, mc_font_list},
    {"fs.delete", MC_EFFECT_DESTRUCTIVE, &params_fs_delete, mc_fs_delete},
    {"fs.get", MC_EFFECT_READ, &params_fs_get, mc_fs_get},
    {"fs.list", MC_EFFECT_READ, &params_fs_list, mc_fs_list},
    {"fs.mkdir", MC_EFFECT_WRITE, &params_fs_mkdir, mc_fs_mkdir},
    {"fs.move", MC_EFFECT_DESTRUCTIVE, &params_fs_move, mc_fs_move},
    {"fs.put", MC_EFFECT_DESTRUCTIVE, &params_fs_put, mc_fs_put},
    {"fs.stat", MC_EFFECT_READ, &params_fs_stat, mc_fs_stat},
    {"health", MC_EFFECT_NONE, &params_health, mc_health},
    {"hello", MC_EFFECT_NONE, &params_hello, mc_hello},
    {"jobs.cancel", MC_EFFECT_WRITE, &params_jobs_cancel, mc_jobs_cancel},
    {"jobs.result", MC_EFFECT_READ, &params_jobs_result, mc_jobs_result},
    {"jobs.status", MC_EFFECT_NONE, &params_jobs_status, mc_jobs_status},
    {"log.download", MC_EFFECT_READ, &params_log_download, mc_log_download},
    {"log.set_level", MC_EFFECT_WRITE, &params_log_set_level, mc_log_set_level},
    {"log.tail", MC_EFFECT_READ, &params_log_tail, mc_log_tail},
    {"process.front", MC_EFFECT_WRITE, &params_process_front, mc_process_front},
    {"process.launch", MC_EFFECT_WRITE, &params_process_launch, mc_process_launch},
    {"process.list", MC_EFFECT_READ, &params_process_list, mc_process_list},
    {"process.quit", MC_EFFECT_DESTRUCTIVE, &params_process_quit, mc_process_quit},
    {"resource.get", MC_EFFECT_READ, &params_resource_get, mc_resource_get},
    {"resource.list", MC_EFFECT_READ, &params_resource_list, mc_resource_list},
    {"screen.capture", MC_EFFECT_READ, &params_screen_capture, mc_screen_capture},
    {"screen.input", MC_EFFECT_WRITE, &params_screen_input, mc_screen_input},
    {"subscribe", MC_EFFECT_READ, &params_subscribe, mc_subscribe},
    {"system.info", MC_EFFECT_READ, &params_system_info, mc_system_info},
    {"system.set_time", MC_EFFECT_WRITE, &params_system_set_time, mc_system_set_time},
    {"system.time", MC_EFFECT_READ, &params_system_time, mc_system_time},
    {"unsubscribe", MC_EFFECT_NONE, &params_unsubscribe, mc_unsubscribe},
    {"volume.list", MC_EFFECT_READ, &params_volume_list, mc_volume_list},
};
