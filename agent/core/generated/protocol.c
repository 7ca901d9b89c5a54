/* Made from protocol/schema by `make generate`; do not edit. */
#include "protocol.h"

#include <stddef.h>

const char mc_code_names[] =
    "ok\0"
    "bad_frame\0"
    "too_large\0"
    "bad_json\0"
    "bad_request\0"
    "bad_version\0"
    "unauthorized\0"
    "denied\0"
    "unsupported\0"
    "unknown_method\0"
    "bad_params\0"
    "busy\0"
    "not_found\0"
    "exists\0"
    "bad_name\0"
    "not_a_folder\0"
    "not_a_file\0"
    "not_empty\0"
    "locked\0"
    "disk_full\0"
    "io\0"
    "no_memory\0"
    "protected\0"
    "changed\0"
    "applescript\0"
    "apple_event\0"
    "size_mismatch\0"
    "crc_mismatch\0"
    "cancelled\0"
    "timeout\0"
    "internal\0";

const char mc_interaction_names[] =
    "never\0"
    "can\0"
    "always\0";

const char mc_script_form_names[] =
    "source\0"
    "display\0";

const char mc_strike_kind_names[] =
    "NFNT\0"
    "FONT\0";

const char mc_fork_names[] =
    "both\0"
    "data\0"
    "resource\0"
    "macbinary\0";

const char mc_entry_kind_names[] =
    "file\0"
    "folder\0";

const char mc_put_form_names[] =
    "forks\0"
    "macbinary\0";

const char mc_tier_names[] =
    "disabled\0"
    "read-only\0"
    "full\0";

const char mc_update_state_names[] =
    "clean\0"
    "staged\0";

const char mc_job_status_names[] =
    "running\0"
    "done\0"
    "failed\0"
    "cancelled\0";

const char mc_log_level_names[] =
    "error\0"
    "warn\0"
    "info\0"
    "debug\0"
    "trace\0";

const char mc_log_category_names[] =
    "transport\0"
    "dispatch\0"
    "applescript\0"
    "apple_event\0"
    "screen\0"
    "input\0"
    "clipboard\0"
    "process\0"
    "fs\0"
    "update\0"
    "job\0"
    "watchdog\0";

const char mc_quit_outcome_names[] =
    "gone\0"
    "sent-unconfirmed\0"
    "not-running\0";

const char mc_gesture_names[] =
    "move\0"
    "click\0"
    "drag\0"
    "key\0"
    "type\0";

const char mc_modifier_names[] =
    "command\0"
    "shift\0"
    "option\0"
    "control\0";

const char mc_channel_names[] =
    "jobs\0"
    "log\0";

const char mc_bye_reason_names[] =
    "quit\0"
    "shutdown\0"
    "update\0";

const char mc_names[] =
    "high\0"
    "low\0"
    "flavor\0"
    "size\0"
    "x\0"
    "y\0"
    "width\0"
    "height\0"
    "type\0"
    "count\0"
    "path\0"
    "hold_ms\0"
    "char\0"
    "code\0"
    "text\0"
    "modifiers\0"
    "class\0"
    "id\0"
    "psn\0"
    "signature\0"
    "name\0"
    "reply\0"
    "timeout_ms\0"
    "interaction\0"
    "switch_layer\0"
    "apple_event.send\0"
    "form\0"
    "applescript.eval\0"
    "flavors\0"
    "clipboard.get\0"
    "clipboard.set\0"
    "cursor.get\0"
    "kind\0"
    "font.get\0"
    "cursor\0"
    "font.list\0"
    "recursive\0"
    "fs.delete\0"
    "fork\0"
    "offset\0"
    "length\0"
    "unchanged_since\0"
    "fs.get\0"
    "fs.list\0"
    "parents\0"
    "fs.mkdir\0"
    "to\0"
    "replace\0"
    "fs.move\0"
    "creator\0"
    "data_size\0"
    "resource_size\0"
    "modified\0"
    "created\0"
    "flags\0"
    "comment\0"
    "resume\0"
    "fs.put\0"
    "fs.stat\0"
    "health\0"
    "token\0"
    "client_id\0"
    "protocol_version\0"
    "hello\0"
    "job_id\0"
    "jobs.cancel\0"
    "jobs.result\0"
    "jobs.status\0"
    "file\0"
    "log.download\0"
    "level\0"
    "log.set_level\0"
    "categories\0"
    "log.tail\0"
    "process.front\0"
    "document\0"
    "front\0"
    "process.launch\0"
    "process.list\0"
    "process.quit\0"
    "resource.get\0"
    "resource.list\0"
    "region\0"
    "one_turn\0"
    "depth\0"
    "since\0"
    "screen.capture\0"
    "events\0"
    "screen.input\0"
    "channels\0"
    "subscribe\0"
    "system.info\0"
    "date\0"
    "system.set_time\0"
    "system.time\0"
    "unsubscribe\0"
    "volume.list\0";

const mc_type mc_types[] = {
    {MC_KIND_UNSIGNED, 0, (int32_t)4294967295ul, 0, {0}},
    {MC_KIND_OSTYPE, 0, 0, 0, {0}},
    {MC_KIND_INTEGER, -32768, 32767, 0, {0}},
    {MC_KIND_INTEGER, 1, 32767, 0, {0}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_gesture_names}},
    {MC_KIND_INTEGER, 1, 3, 1, {0}},
    {MC_KIND_ARRAY, 0, 32, 0, {.item = &mc_object_point}},
    {MC_KIND_INTEGER, 0, 10000, 0, {0}},
    {MC_KIND_INTEGER, 0, 255, 0, {0}},
    {MC_KIND_INTEGER, 0, 127, 0, {0}},
    {MC_KIND_STRING, 0, 1024, 0, {0}},
    {MC_KIND_FLAGS, 0, 0, 0, {.words = mc_modifier_names}},
    {MC_KIND_OBJECT, 0, 0, 0, {.item = &mc_object_psn}},
    {MC_KIND_STRING, 0, 31, 0, {0}},
    {MC_KIND_INTEGER, 0, 32767, 0, {0}},
    {MC_KIND_BOOLEAN, 0, 0, 1, {0}},
    {MC_KIND_INTEGER, 100, 3600000, 5000, {0}},
    {MC_KIND_ENUM, 0, 0, 1, {.words = mc_interaction_names}},
    {MC_KIND_BOOLEAN, 0, 0, 0, {0}},
    {MC_KIND_INTEGER, 100, 3600000, 30000, {0}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_script_form_names}},
    {MC_KIND_ARRAY, 0, 8, 0, {.item = &mc_object_flavor_name}},
    {MC_KIND_ARRAY, 0, 8, 0, {.item = &mc_object_flavor_size}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_strike_kind_names}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_fork_names}},
    {MC_KIND_UNSIGNED, 0, (int32_t)4294967295ul, (int32_t)4294967295ul, {0}},
    {MC_KIND_INTEGER, 0, 65535, 0, {0}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_put_form_names}},
    {MC_KIND_STRING, 0, 200, 0, {0}},
    {MC_KIND_STRING, 0, 64, 0, {0}},
    {MC_KIND_UNSIGNED, 1, (int32_t)4294967295ul, 0, {0}},
    {MC_KIND_INTEGER, 0, 2, 0, {0}},
    {MC_KIND_ENUM, 0, 0, 0, {.words = mc_log_level_names}},
    {MC_KIND_INTEGER, 1, 200, 100, {0}},
    {MC_KIND_ENUM, 0, 0, 4, {.words = mc_log_level_names}},
    {MC_KIND_FLAGS, 0, 0, 0, {.words = mc_log_category_names}},
    {MC_KIND_INTEGER, 0, 60000, 3000, {0}},
    {MC_KIND_OBJECT, 0, 0, 0, {.item = &mc_object_rect}},
    {MC_KIND_INTEGER, 1, 32, 0, {0}},
    {MC_KIND_ARRAY, 0, 64, 0, {.item = &mc_object_input_event}},
    {MC_KIND_FLAGS, 0, 0, 0, {.words = mc_channel_names}},
};

_Static_assert(sizeof mc_types / sizeof *mc_types <= MC_REQUIRED, "an index and MC_REQUIRED fit into a byte");

const mc_field mc_fields[] = {
    {0, 0, offsetof(struct mc_psn, high)},
    {5, MC_REQUIRED | 0, offsetof(struct mc_psn, low)},
    {9, MC_REQUIRED | 1, offsetof(struct mc_flavor_name, flavor)},
    {9, MC_REQUIRED | 1, offsetof(struct mc_flavor_size, flavor)},
    {16, MC_REQUIRED | 0, offsetof(struct mc_flavor_size, size)},
    {21, MC_REQUIRED | 2, offsetof(struct mc_rect, x)},
    {23, MC_REQUIRED | 2, offsetof(struct mc_rect, y)},
    {25, MC_REQUIRED | 3, offsetof(struct mc_rect, width)},
    {31, MC_REQUIRED | 3, offsetof(struct mc_rect, height)},
    {21, MC_REQUIRED | 2, offsetof(struct mc_point, x)},
    {23, MC_REQUIRED | 2, offsetof(struct mc_point, y)},
    {38, MC_REQUIRED | 4, offsetof(struct mc_input_event, type)},
    {21, 2, offsetof(struct mc_input_event, x)},
    {23, 2, offsetof(struct mc_input_event, y)},
    {43, 5, offsetof(struct mc_input_event, count)},
    {49, 6, offsetof(struct mc_input_event, path)},
    {54, 7, offsetof(struct mc_input_event, hold_ms)},
    {62, 8, offsetof(struct mc_input_event, char_)},
    {67, 9, offsetof(struct mc_input_event, code)},
    {72, 10, offsetof(struct mc_input_event, text)},
    {77, 11, offsetof(struct mc_input_event, modifiers)},
    {87, MC_REQUIRED | 1, offsetof(struct mc_params_apple_event_send, class)},
    {93, MC_REQUIRED | 1, offsetof(struct mc_params_apple_event_send, id)},
    {96, 12, offsetof(struct mc_params_apple_event_send, psn)},
    {100, 1, offsetof(struct mc_params_apple_event_send, signature)},
    {110, 13, offsetof(struct mc_params_apple_event_send, name)},
    {16, 14, offsetof(struct mc_params_apple_event_send, size)},
    {115, 15, offsetof(struct mc_params_apple_event_send, reply)},
    {121, 16, offsetof(struct mc_params_apple_event_send, timeout_ms)},
    {132, 17, offsetof(struct mc_params_apple_event_send, interaction)},
    {144, 18, offsetof(struct mc_params_apple_event_send, switch_layer)},
    {16, MC_REQUIRED | 14, offsetof(struct mc_params_applescript_eval, size)},
    {121, 19, offsetof(struct mc_params_applescript_eval, timeout_ms)},
    {174, 20, offsetof(struct mc_params_applescript_eval, form)},
    {132, 17, offsetof(struct mc_params_applescript_eval, interaction)},
    {196, 21, offsetof(struct mc_params_clipboard_get, flavors)},
    {196, MC_REQUIRED | 22, offsetof(struct mc_params_clipboard_set, flavors)},
    {243, MC_REQUIRED | 23, offsetof(struct mc_params_font_get, kind)},
    {93, MC_REQUIRED | 2, offsetof(struct mc_params_font_get, id)},
    {257, 0, offsetof(struct mc_params_font_list, cursor)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_delete, path)},
    {274, 18, offsetof(struct mc_params_fs_delete, recursive)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_get, path)},
    {294, 24, offsetof(struct mc_params_fs_get, fork)},
    {299, 0, offsetof(struct mc_params_fs_get, offset)},
    {306, 25, offsetof(struct mc_params_fs_get, length)},
    {313, 0, offsetof(struct mc_params_fs_get, unchanged_since)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_list, path)},
    {257, 26, offsetof(struct mc_params_fs_list, cursor)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_mkdir, path)},
    {344, 18, offsetof(struct mc_params_fs_mkdir, parents)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_move, path)},
    {361, MC_REQUIRED | 10, offsetof(struct mc_params_fs_move, to)},
    {364, 18, offsetof(struct mc_params_fs_move, replace)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_put, path)},
    {38, 1, offsetof(struct mc_params_fs_put, type)},
    {380, 1, offsetof(struct mc_params_fs_put, creator)},
    {388, MC_REQUIRED | 0, offsetof(struct mc_params_fs_put, data_size)},
    {398, 0, offsetof(struct mc_params_fs_put, resource_size)},
    {412, 0, offsetof(struct mc_params_fs_put, modified)},
    {364, 18, offsetof(struct mc_params_fs_put, replace)},
    {174, 27, offsetof(struct mc_params_fs_put, form)},
    {421, 0, offsetof(struct mc_params_fs_put, created)},
    {429, 26, offsetof(struct mc_params_fs_put, flags)},
    {435, 28, offsetof(struct mc_params_fs_put, comment)},
    {443, 18, offsetof(struct mc_params_fs_put, resume)},
    {49, MC_REQUIRED | 10, offsetof(struct mc_params_fs_stat, path)},
    {472, MC_REQUIRED | 29, offsetof(struct mc_params_hello, token)},
    {478, MC_REQUIRED | 29, offsetof(struct mc_params_hello, client_id)},
    {488, MC_REQUIRED | 26, offsetof(struct mc_params_hello, protocol_version)},
    {511, MC_REQUIRED | 30, offsetof(struct mc_params_jobs_cancel, job_id)},
    {511, MC_REQUIRED | 30, offsetof(struct mc_params_jobs_result, job_id)},
    {511, MC_REQUIRED | 30, offsetof(struct mc_params_jobs_status, job_id)},
    {554, 31, offsetof(struct mc_params_log_download, file)},
    {572, MC_REQUIRED | 32, offsetof(struct mc_params_log_set_level, level)},
    {43, 33, offsetof(struct mc_params_log_tail, count)},
    {572, 34, offsetof(struct mc_params_log_tail, level)},
    {592, 35, offsetof(struct mc_params_log_tail, categories)},
    {257, 0, offsetof(struct mc_params_log_tail, cursor)},
    {96, MC_REQUIRED | 12, offsetof(struct mc_params_process_front, psn)},
    {49, 10, offsetof(struct mc_params_process_launch, path)},
    {380, 1, offsetof(struct mc_params_process_launch, creator)},
    {626, 10, offsetof(struct mc_params_process_launch, document)},
    {635, 15, offsetof(struct mc_params_process_launch, front)},
    {257, 26, offsetof(struct mc_params_process_list, cursor)},
    {96, MC_REQUIRED | 12, offsetof(struct mc_params_process_quit, psn)},
    {121, 36, offsetof(struct mc_params_process_quit, timeout_ms)},
    {49, 10, offsetof(struct mc_params_resource_get, path)},
    {96, 12, offsetof(struct mc_params_resource_get, psn)},
    {38, MC_REQUIRED | 1, offsetof(struct mc_params_resource_get, type)},
    {93, MC_REQUIRED | 2, offsetof(struct mc_params_resource_get, id)},
    {49, 10, offsetof(struct mc_params_resource_list, path)},
    {96, 12, offsetof(struct mc_params_resource_list, psn)},
    {38, 1, offsetof(struct mc_params_resource_list, type)},
    {257, 26, offsetof(struct mc_params_resource_list, cursor)},
    {709, 37, offsetof(struct mc_params_screen_capture, region)},
    {716, 18, offsetof(struct mc_params_screen_capture, one_turn)},
    {725, 38, offsetof(struct mc_params_screen_capture, depth)},
    {731, 0, offsetof(struct mc_params_screen_capture, since)},
    {752, MC_REQUIRED | 39, offsetof(struct mc_params_screen_input, events)},
    {772, MC_REQUIRED | 40, offsetof(struct mc_params_subscribe, channels)},
    {803, MC_REQUIRED | 0, offsetof(struct mc_params_system_set_time, date)},
    {772, MC_REQUIRED | 40, offsetof(struct mc_params_unsubscribe, channels)},
};

const mc_object mc_object_psn = {0, 2, sizeof(struct mc_psn)};
const mc_object mc_object_flavor_name = {2, 1, sizeof(struct mc_flavor_name)};
const mc_object mc_object_flavor_size = {3, 2, sizeof(struct mc_flavor_size)};
const mc_object mc_object_rect = {5, 4, sizeof(struct mc_rect)};
const mc_object mc_object_point = {9, 2, sizeof(struct mc_point)};
const mc_object mc_object_input_event = {11, 10, sizeof(struct mc_input_event)};

const mc_method mc_methods[MC_METHOD_COUNT] = {
    {mc_apple_event_send, 157, MC_EFFECT_DESTRUCTIVE, {21, 10, sizeof(struct mc_params_apple_event_send)}},
    {mc_applescript_eval, 179, MC_EFFECT_DESTRUCTIVE, {31, 4, sizeof(struct mc_params_applescript_eval)}},
    {mc_clipboard_get, 204, MC_EFFECT_WRITE, {35, 1, sizeof(struct mc_params_clipboard_get)}},
    {mc_clipboard_set, 218, MC_EFFECT_WRITE, {36, 1, sizeof(struct mc_params_clipboard_set)}},
    {mc_cursor_get, 232, MC_EFFECT_READ, {37, 0, sizeof(struct mc_params_cursor_get)}},
    {mc_font_get, 248, MC_EFFECT_READ, {37, 2, sizeof(struct mc_params_font_get)}},
    {mc_font_list, 264, MC_EFFECT_READ, {39, 1, sizeof(struct mc_params_font_list)}},
    {mc_fs_delete, 284, MC_EFFECT_DESTRUCTIVE, {40, 2, sizeof(struct mc_params_fs_delete)}},
    {mc_fs_get, 329, MC_EFFECT_READ, {42, 5, sizeof(struct mc_params_fs_get)}},
    {mc_fs_list, 336, MC_EFFECT_READ, {47, 2, sizeof(struct mc_params_fs_list)}},
    {mc_fs_mkdir, 352, MC_EFFECT_WRITE, {49, 2, sizeof(struct mc_params_fs_mkdir)}},
    {mc_fs_move, 372, MC_EFFECT_DESTRUCTIVE, {51, 3, sizeof(struct mc_params_fs_move)}},
    {mc_fs_put, 450, MC_EFFECT_DESTRUCTIVE, {54, 12, sizeof(struct mc_params_fs_put)}},
    {mc_fs_stat, 457, MC_EFFECT_READ, {66, 1, sizeof(struct mc_params_fs_stat)}},
    {mc_health, 465, MC_EFFECT_NONE, {67, 0, sizeof(struct mc_params_health)}},
    {mc_hello, 505, MC_EFFECT_NONE, {67, 3, sizeof(struct mc_params_hello)}},
    {mc_jobs_cancel, 518, MC_EFFECT_WRITE, {70, 1, sizeof(struct mc_params_jobs_cancel)}},
    {mc_jobs_result, 530, MC_EFFECT_READ, {71, 1, sizeof(struct mc_params_jobs_result)}},
    {mc_jobs_status, 542, MC_EFFECT_NONE, {72, 1, sizeof(struct mc_params_jobs_status)}},
    {mc_log_download, 559, MC_EFFECT_READ, {73, 1, sizeof(struct mc_params_log_download)}},
    {mc_log_set_level, 578, MC_EFFECT_WRITE, {74, 1, sizeof(struct mc_params_log_set_level)}},
    {mc_log_tail, 603, MC_EFFECT_READ, {75, 4, sizeof(struct mc_params_log_tail)}},
    {mc_process_front, 612, MC_EFFECT_WRITE, {79, 1, sizeof(struct mc_params_process_front)}},
    {mc_process_launch, 641, MC_EFFECT_WRITE, {80, 4, sizeof(struct mc_params_process_launch)}},
    {mc_process_list, 656, MC_EFFECT_READ, {84, 1, sizeof(struct mc_params_process_list)}},
    {mc_process_quit, 669, MC_EFFECT_DESTRUCTIVE, {85, 2, sizeof(struct mc_params_process_quit)}},
    {mc_resource_get, 682, MC_EFFECT_READ, {87, 4, sizeof(struct mc_params_resource_get)}},
    {mc_resource_list, 695, MC_EFFECT_READ, {91, 4, sizeof(struct mc_params_resource_list)}},
    {mc_screen_capture, 737, MC_EFFECT_READ, {95, 4, sizeof(struct mc_params_screen_capture)}},
    {mc_screen_input, 759, MC_EFFECT_WRITE, {99, 1, sizeof(struct mc_params_screen_input)}},
    {mc_subscribe, 781, MC_EFFECT_READ, {100, 1, sizeof(struct mc_params_subscribe)}},
    {mc_system_info, 791, MC_EFFECT_READ, {101, 0, sizeof(struct mc_params_system_info)}},
    {mc_system_set_time, 808, MC_EFFECT_WRITE, {101, 1, sizeof(struct mc_params_system_set_time)}},
    {mc_system_time, 824, MC_EFFECT_READ, {102, 0, sizeof(struct mc_params_system_time)}},
    {mc_unsubscribe, 836, MC_EFFECT_NONE, {102, 1, sizeof(struct mc_params_unsubscribe)}},
    {mc_volume_list, 848, MC_EFFECT_READ, {103, 0, sizeof(struct mc_params_volume_list)}},
};
