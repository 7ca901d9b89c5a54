/* Made from protocol/schema by `make generate`; do not edit. */
#ifndef MC_PROTOCOL_H
#define MC_PROTOCOL_H

#include "params.h"

/* Spoken by this build; `hello` carries it. */
#define MC_PROTOCOL_VERSION 1
/* TCP port that the agent listens on. */
#define MC_PORT 4780
/* Largest JSON payload that a host sends. */
#define MC_REQUEST_BYTES 2048
/* Most data bytes in one binary frame, without the id in front, either way: a classic stack advertises a window of about 8 KB, and a write larger than the window stalls. */
#define MC_CHUNK_BYTES 4096
/* Most data bytes of a put that may be under way beyond the last progress. */
#define MC_WINDOW_BYTES 16384
/* Largest JSON payload that a guest sends; longer answers are paged. */
#define MC_REPLY_BYTES 8192
/* Deepest nesting of arrays and objects in a frame; the frame's own object is level 1. */
#define MC_JSON_DEPTH 6
/* Longest string in a request, in bytes of UTF-8 after unescaping. */
#define MC_STRING_BYTES 1024
/* Longest file name on HFS, in MacRoman characters. */
#define MC_NAME_CHARS 31
/* Most bytes of flat descriptors. */
#define MC_FLAT_BYTES 32767
/* Deepest nesting of flat descriptors; what stands outermost is level 1. */
#define MC_FLAT_DEPTH 8
/* A connection that has not said hello by then is closed. */
#define MC_IDLE_HELLO_MS 10000
/* A frame, or a put, that does not grow for this long is given up. */
#define MC_IDLE_FRAME_MS 15000

typedef enum mc_code {
    MC_OK,
    MC_BAD_FRAME, /* The bytes do not make a frame. */
    MC_TOO_LARGE, /* A frame, string or nesting beyond the limits. */
    MC_BAD_JSON, /* The payload is not JSON in UTF-8. */
    MC_BAD_REQUEST, /* JSON, but neither a request nor part of a transfer that is under way. */
    MC_BAD_VERSION, /* The two ends speak different versions of the wire. */
    MC_UNAUTHORIZED, /* No hello yet, or the wrong token. */
    MC_DENIED, /* The guest's tier does not allow this operation. */
    MC_UNSUPPORTED, /* This guest cannot do it. */
    MC_UNKNOWN_METHOD, /* The agent does not know the method. */
    MC_BAD_PARAMS, /* A parameter is missing, unknown, of the wrong type or out of range. */
    MC_BUSY, /* Something else holds what was asked for: another client, a running input script, an open file. */
    MC_NOT_FOUND, /* No such volume, folder, file or resource. */
    MC_EXISTS, /* There is already something of that name. */
    MC_BAD_NAME, /* Not a name that HFS can hold. */
    MC_NOT_A_FOLDER, /* A folder was expected and a file found. */
    MC_NOT_A_FILE, /* A file was expected and a folder or volume found. */
    MC_NOT_EMPTY, /* The folder still holds something. */
    MC_LOCKED, /* The file or volume is locked or write-protected. */
    MC_DISK_FULL, /* Not enough room on the volume. */
    MC_IO, /* The volume or driver reported an error. */
    MC_NO_MEMORY, /* Not enough memory on the guest. */
    MC_PROTECTED, /* What the Mac or the agent runs from is not touched. */
    MC_CHANGED, /* What was to be continued is no longer what it was. */
    MC_APPLESCRIPT, /* A script did not compile, or stopped with an error of its own. */
    MC_APPLE_EVENT, /* The application answered an Apple event with an error. */
    MC_SIZE_MISMATCH, /* More or fewer bytes arrived than were announced. */
    MC_CRC_MISMATCH, /* The bytes that arrived are not those that were sent. */
    MC_CANCELLED, /* The caller or the run gave it up. */
    MC_TIMEOUT, /* The deadline passed first. */
    MC_INTERNAL, /* A fault of ours. */
    MC_CODE_COUNT
} mc_code;

extern const char mc_code_names[];

/* Whether the target may ask the user something. */
typedef enum mc_interaction {
    MC_INTERACTION_NEVER,
    MC_INTERACTION_CAN,
    MC_INTERACTION_ALWAYS,
    MC_INTERACTION_COUNT
} mc_interaction;

extern const char mc_interaction_names[];

/* The result as AppleScript would write it in a script, or as it would show it. */
typedef enum mc_script_form {
    MC_SCRIPT_FORM_SOURCE,
    MC_SCRIPT_FORM_DISPLAY,
    MC_SCRIPT_FORM_COUNT
} mc_script_form;

extern const char mc_script_form_names[];

/* Resource type that holds it. */
typedef enum mc_strike_kind {
    MC_STRIKE_KIND_NFNT,
    MC_STRIKE_KIND_FONT,
    MC_STRIKE_KIND_COUNT
} mc_strike_kind;

extern const char mc_strike_kind_names[];

/* Which forks to send; `macbinary` sends both in one MacBinary III stream. */
typedef enum mc_fork {
    MC_FORK_BOTH,
    MC_FORK_DATA,
    MC_FORK_RESOURCE,
    MC_FORK_MACBINARY,
    MC_FORK_COUNT
} mc_fork;

extern const char mc_fork_names[];

/* What it is. */
typedef enum mc_entry_kind {
    MC_ENTRY_KIND_FILE,
    MC_ENTRY_KIND_FOLDER,
    MC_ENTRY_KIND_COUNT
} mc_entry_kind;

extern const char mc_entry_kind_names[];

/* `macbinary`: what follows is one MacBinary stream of `data_size` bytes, which says the rest itself. */
typedef enum mc_put_form {
    MC_PUT_FORM_FORKS,
    MC_PUT_FORM_MACBINARY,
    MC_PUT_FORM_COUNT
} mc_put_form;

extern const char mc_put_form_names[];

/* What the guest's owner allows. */
typedef enum mc_tier {
    MC_TIER_DISABLED,
    MC_TIER_READ_ONLY,
    MC_TIER_FULL,
    MC_TIER_COUNT
} mc_tier;

extern const char mc_tier_names[];

/* `staged`: this agent runs from where an update was put, and is not committed. */
typedef enum mc_update_state {
    MC_UPDATE_STATE_CLEAN,
    MC_UPDATE_STATE_STAGED,
    MC_UPDATE_STATE_COUNT
} mc_update_state;

extern const char mc_update_state_names[];

/* How far a job is. */
typedef enum mc_job_status {
    MC_JOB_STATUS_RUNNING,
    MC_JOB_STATUS_DONE,
    MC_JOB_STATUS_FAILED,
    MC_JOB_STATUS_CANCELLED,
    MC_JOB_STATUS_COUNT
} mc_job_status;

extern const char mc_job_status_names[];

/* The least grave level that is logged. */
typedef enum mc_log_level {
    MC_LOG_LEVEL_ERROR,
    MC_LOG_LEVEL_WARN,
    MC_LOG_LEVEL_INFO,
    MC_LOG_LEVEL_DEBUG,
    MC_LOG_LEVEL_TRACE,
    MC_LOG_LEVEL_COUNT
} mc_log_level;

extern const char mc_log_level_names[];

/* Any of these. */
typedef enum mc_log_category {
    MC_LOG_CATEGORY_TRANSPORT,
    MC_LOG_CATEGORY_DISPATCH,
    MC_LOG_CATEGORY_APPLESCRIPT,
    MC_LOG_CATEGORY_APPLE_EVENT,
    MC_LOG_CATEGORY_SCREEN,
    MC_LOG_CATEGORY_INPUT,
    MC_LOG_CATEGORY_CLIPBOARD,
    MC_LOG_CATEGORY_PROCESS,
    MC_LOG_CATEGORY_FS,
    MC_LOG_CATEGORY_UPDATE,
    MC_LOG_CATEGORY_JOB,
    MC_LOG_CATEGORY_WATCHDOG,
    MC_LOG_CATEGORY_COUNT
} mc_log_category;

extern const char mc_log_category_names[];

/* `sent-unconfirmed`: it was asked and is still there; a dialog may be waiting. */
typedef enum mc_quit_outcome {
    MC_QUIT_OUTCOME_GONE,
    MC_QUIT_OUTCOME_SENT_UNCONFIRMED,
    MC_QUIT_OUTCOME_NOT_RUNNING,
    MC_QUIT_OUTCOME_COUNT
} mc_quit_outcome;

extern const char mc_quit_outcome_names[];

/* What to do. */
typedef enum mc_gesture {
    MC_GESTURE_MOVE,
    MC_GESTURE_CLICK,
    MC_GESTURE_DRAG,
    MC_GESTURE_KEY,
    MC_GESTURE_TYPE,
    MC_GESTURE_COUNT
} mc_gesture;

extern const char mc_gesture_names[];

/* Any of these. */
typedef enum mc_modifier {
    MC_MODIFIER_COMMAND,
    MC_MODIFIER_SHIFT,
    MC_MODIFIER_OPTION,
    MC_MODIFIER_CONTROL,
    MC_MODIFIER_COUNT
} mc_modifier;

extern const char mc_modifier_names[];

/* Any of these. */
typedef enum mc_channel {
    MC_CHANNEL_JOBS,
    MC_CHANNEL_LOG,
    MC_CHANNEL_COUNT
} mc_channel;

extern const char mc_channel_names[];

/* Why. */
typedef enum mc_bye_reason {
    MC_BYE_REASON_QUIT,
    MC_BYE_REASON_SHUTDOWN,
    MC_BYE_REASON_UPDATE,
    MC_BYE_REASON_COUNT
} mc_bye_reason;

extern const char mc_bye_reason_names[];

#define MC_HAS_PSN_HIGH (1ul << 0)
typedef struct mc_psn {
    uint32_t present;
    uint32_t high; /* High half. */
    uint32_t low; /* Low half. */
} mc_psn;
extern const mc_object mc_object_psn;

typedef struct mc_flavor_name {
    uint32_t present;
    uint32_t flavor; /* Such as `TEXT`, `PICT` or `styl`. */
} mc_flavor_name;
extern const mc_object mc_object_flavor_name;

typedef struct mc_flavor_size {
    uint32_t present;
    uint32_t flavor; /* Such as `TEXT`, `PICT` or `styl`. */
    uint32_t size; /* Bytes of it; they follow in this order. */
} mc_flavor_size;
extern const mc_object mc_object_flavor_size;

typedef struct mc_rect {
    uint32_t present;
    int32_t x; /* Left edge. */
    int32_t y; /* Top edge. */
    int32_t width; /* Width. */
    int32_t height; /* Height. */
} mc_rect;
extern const mc_object mc_object_rect;

typedef struct mc_point {
    uint32_t present;
    int32_t x; /* Across. */
    int32_t y; /* Down. */
} mc_point;
extern const mc_object mc_object_point;

#define MC_HAS_INPUT_EVENT_X (1ul << 1)
#define MC_HAS_INPUT_EVENT_Y (1ul << 2)
#define MC_HAS_INPUT_EVENT_COUNT (1ul << 3)
#define MC_HAS_INPUT_EVENT_PATH (1ul << 4)
#define MC_HAS_INPUT_EVENT_HOLD_MS (1ul << 5)
#define MC_HAS_INPUT_EVENT_CHAR (1ul << 6)
#define MC_HAS_INPUT_EVENT_CODE (1ul << 7)
#define MC_HAS_INPUT_EVENT_TEXT (1ul << 8)
#define MC_HAS_INPUT_EVENT_MODIFIERS (1ul << 9)
typedef struct mc_input_event {
    uint32_t present;
    uint8_t type; /* What to do. */
    int32_t x; /* Where, across. */
    int32_t y; /* Where, down. */
    int32_t count; /* How many clicks. */
    mc_slice path; /* Press at the first point, move along the others, release at the last. */
    int32_t hold_ms; /* How long a drag rests at its last point before the release. */
    int32_t char_; /* MacRoman character code of the key. */
    int32_t code; /* Virtual key code. */
    mc_slice text; /* Text to type, as UTF-8; line ends are Returns. */
    uint16_t modifiers; /* Keys held meanwhile. */
} mc_input_event;
extern const mc_object mc_object_input_event;

/* apple_event.send: Sends one Apple event, as a job; the job's result is the reply's parameters. Parameters and reply travel as flat descriptors (protocol/README.md). */
#define MC_HAS_APPLE_EVENT_SEND_PSN (1ul << 2)
#define MC_HAS_APPLE_EVENT_SEND_SIGNATURE (1ul << 3)
#define MC_HAS_APPLE_EVENT_SEND_NAME (1ul << 4)
#define MC_HAS_APPLE_EVENT_SEND_SIZE (1ul << 5)
#define MC_HAS_APPLE_EVENT_SEND_REPLY (1ul << 6)
#define MC_HAS_APPLE_EVENT_SEND_TIMEOUT_MS (1ul << 7)
#define MC_HAS_APPLE_EVENT_SEND_INTERACTION (1ul << 8)
#define MC_HAS_APPLE_EVENT_SEND_SWITCH_LAYER (1ul << 9)
typedef struct mc_params_apple_event_send {
    uint32_t present;
    uint32_t class; /* Event class, such as `aevt`. */
    uint32_t id; /* Event id, such as `odoc`. */
    mc_psn psn; /* The target by its process serial number; give this, `signature` or `name`. */
    uint32_t signature; /* The target by the creator of a running application. */
    mc_slice name; /* The target by the name of a running application. */
    int32_t size; /* Bytes of flat parameters that follow. */
    uint8_t reply; /* Wait for a reply. */
    int32_t timeout_ms; /* How long to wait for it. */
    uint8_t interaction; /* Whether the target may ask the user something. */
    uint8_t switch_layer; /* Let the target come to the front when it wants to ask something. */
} mc_params_apple_event_send;
void mc_apple_event_send(struct mc_request *request, const void *params);

/* applescript.eval: Compiles and runs an AppleScript, as a job. The source follows as binary data in MacRoman with Returns at the ends of lines; the job's result is text in MacRoman. `unsupported` without AppleScript. */
#define MC_HAS_APPLESCRIPT_EVAL_TIMEOUT_MS (1ul << 1)
#define MC_HAS_APPLESCRIPT_EVAL_FORM (1ul << 2)
#define MC_HAS_APPLESCRIPT_EVAL_INTERACTION (1ul << 3)
typedef struct mc_params_applescript_eval {
    uint32_t present;
    int32_t size; /* Bytes of source that follow. */
    int32_t timeout_ms; /* The script is stopped after so long. */
    uint8_t form; /* The result as AppleScript would write it in a script, or as it would show it. */
    uint8_t interaction; /* Whether applications may ask the user something meanwhile. */
} mc_params_applescript_eval;
void mc_applescript_eval(struct mc_request *request, const void *params);

/* clipboard.get: Reads the clipboard, by a helper application that comes to the front for a moment: so the front application puts out what it keeps for itself. */
#define MC_HAS_CLIPBOARD_GET_FLAVORS (1ul << 0)
typedef struct mc_params_clipboard_get {
    uint32_t present;
    mc_slice flavors; /* The flavors wanted, best first; without them, only the list of what is there. */
} mc_params_clipboard_get;
void mc_clipboard_get(struct mc_request *request, const void *params);

/* clipboard.set: Replaces the clipboard, by a helper application that comes to the front for a moment; the bytes of all flavors follow as binary data. */
typedef struct mc_params_clipboard_set {
    uint32_t present;
    mc_slice flavors; /* What follows. */
} mc_params_clipboard_set;
void mc_clipboard_set(struct mc_request *request, const void *params);

/* cursor.get: Where the pointer is, and whether it says that the front application is busy. */
typedef struct mc_params_cursor_get {
    uint32_t present;
} mc_params_cursor_get;
void mc_cursor_get(struct mc_request *request, const void *params);

/* font.get: One strike, as its resource lies in the System file. */
typedef struct mc_params_font_get {
    uint32_t present;
    uint8_t kind; /* Resource type that holds it. */
    int32_t id; /* Resource id. */
} mc_params_font_get;
void mc_font_get(struct mc_request *request, const void *params);

/* font.list: The bitmap strikes in the System file, one for each entry of each family's association table that has one. */
#define MC_HAS_FONT_LIST_CURSOR (1ul << 0)
typedef struct mc_params_font_list {
    uint32_t present;
    uint32_t cursor; /* Where to go on: `cursor` of the page before. */
} mc_params_font_list;
void mc_font_list(struct mc_request *request, const void *params);

/* fs.delete: Deletes a file or folder, at once, without the Trash. A folder that still holds something is `not_empty` unless `recursive` is said, and then a job. The System file, the Finder, the System Folder and the agent itself are `protected`. */
#define MC_HAS_FS_DELETE_RECURSIVE (1ul << 1)
typedef struct mc_params_fs_delete {
    uint32_t present;
    mc_slice path; /* Full path of the file or folder. */
    uint8_t recursive; /* Delete a folder with all that it holds. */
} mc_params_fs_delete;
void mc_fs_delete(struct mc_request *request, const void *params);

/* fs.get: A file's bytes: the data fork, then the resource fork; or a range of them. */
#define MC_HAS_FS_GET_FORK (1ul << 1)
#define MC_HAS_FS_GET_OFFSET (1ul << 2)
#define MC_HAS_FS_GET_LENGTH (1ul << 3)
#define MC_HAS_FS_GET_UNCHANGED_SINCE (1ul << 4)
typedef struct mc_params_fs_get {
    uint32_t present;
    mc_slice path; /* Full path of the file. */
    uint8_t fork; /* Which forks to send; `macbinary` sends both in one MacBinary III stream. */
    uint32_t offset; /* Leave out so many bytes of what would be sent. */
    uint32_t length; /* Send at most so many bytes. */
    uint32_t unchanged_since; /* `changed` when the file's modification date is another one: what an interrupted transfer began with. */
} mc_params_fs_get;
void mc_fs_get(struct mc_request *request, const void *params);

/* fs.list: What a folder holds, a page at a time, in the catalogue's order. */
#define MC_HAS_FS_LIST_CURSOR (1ul << 1)
typedef struct mc_params_fs_list {
    uint32_t present;
    mc_slice path; /* Full path of a folder or volume, such as `Macintosh HD:Trash`. */
    int32_t cursor; /* Where to go on: `cursor` of the page before. */
} mc_params_fs_list;
void mc_fs_list(struct mc_request *request, const void *params);

/* fs.mkdir: Makes a folder. */
#define MC_HAS_FS_MKDIR_PARENTS (1ul << 1)
typedef struct mc_params_fs_mkdir {
    uint32_t present;
    mc_slice path; /* Full path of the folder to be. */
    uint8_t parents; /* Make missing folders above it, and be content when it is there already. */
} mc_params_fs_mkdir;
void mc_fs_mkdir(struct mc_request *request, const void *params);

/* fs.move: Moves a file or folder on its volume, or gives it another name. */
#define MC_HAS_FS_MOVE_REPLACE (1ul << 2)
typedef struct mc_params_fs_move {
    uint32_t present;
    mc_slice path; /* Full path of what to move. */
    mc_slice to; /* Full path that it is to have. */
    uint8_t replace; /* Replace a file of that name; otherwise that is `exists`. */
} mc_params_fs_move;
void mc_fs_move(struct mc_request *request, const void *params);

/* fs.put: Writes a file with both forks: under a temporary name first, under its own name only when size and CRC-32 agree and both forks have been read back. Whatever fails, no half-written file remains. */
#define MC_HAS_FS_PUT_TYPE (1ul << 1)
#define MC_HAS_FS_PUT_CREATOR (1ul << 2)
#define MC_HAS_FS_PUT_RESOURCE_SIZE (1ul << 4)
#define MC_HAS_FS_PUT_MODIFIED (1ul << 5)
#define MC_HAS_FS_PUT_REPLACE (1ul << 6)
#define MC_HAS_FS_PUT_FORM (1ul << 7)
#define MC_HAS_FS_PUT_CREATED (1ul << 8)
#define MC_HAS_FS_PUT_FLAGS (1ul << 9)
#define MC_HAS_FS_PUT_COMMENT (1ul << 10)
#define MC_HAS_FS_PUT_RESUME (1ul << 11)
typedef struct mc_params_fs_put {
    uint32_t present;
    mc_slice path; /* Full path of the file to be. */
    uint32_t type; /* File type; needed unless `form` is `macbinary`. */
    uint32_t creator; /* Creator; needed unless `form` is `macbinary`. */
    uint32_t data_size; /* Size of the data fork, which is sent first. */
    uint32_t resource_size; /* Size of the resource fork, which follows. */
    uint32_t modified; /* Modification date to give it, in seconds since 1904; now when absent. */
    uint8_t replace; /* Replace a file of that name; otherwise that is `exists`. */
    uint8_t form; /* `macbinary`: what follows is one MacBinary stream of `data_size` bytes, which says the rest itself. */
    uint32_t created; /* Creation date to give it, in seconds since 1904; now when absent. */
    int32_t flags; /* Finder flags to give it; those that only the Finder may set are left out. */
    mc_slice comment; /* Get Info comment to give it, where there is a desktop database. */
    uint8_t resume; /* Keep what has arrived when the connection is lost, and go on with what an earlier put like this one has kept: `accepted` says from where. */
} mc_params_fs_put;
void mc_fs_put(struct mc_request *request, const void *params);

/* fs.stat: What the catalogue says of one file, folder or volume. */
typedef struct mc_params_fs_stat {
    uint32_t present;
    mc_slice path; /* Full path, such as `Macintosh HD:Read Me`. */
} mc_params_fs_stat;
void mc_fs_stat(struct mc_request *request, const void *params);

/* health: A cheap sign of life. */
typedef struct mc_params_health {
    uint32_t present;
} mc_params_health;
void mc_health(struct mc_request *request, const void *params);

/* hello: The first request on a connection: proves the token and says who answers. Until it has succeeded every other method is `unauthorized`. */
typedef struct mc_params_hello {
    uint32_t present;
    mc_slice token; /* The token from the guest's preferences. */
    mc_slice client_id; /* Who calls, for the guest's log. */
    int32_t protocol_version; /* Version of the wire that the host speaks. */
} mc_params_hello;
void mc_hello(struct mc_request *request, const void *params);

/* jobs.cancel: Asks a job to stop. It may take until its next yield; `job.done` says when it has. */
typedef struct mc_params_jobs_cancel {
    uint32_t present;
    uint32_t job_id; /* The job. */
} mc_params_jobs_cancel;
void mc_jobs_cancel(struct mc_request *request, const void *params);

/* jobs.result: What a job that is done has produced. */
typedef struct mc_params_jobs_result {
    uint32_t present;
    uint32_t job_id; /* The job. */
} mc_params_jobs_result;
void mc_jobs_result(struct mc_request *request, const void *params);

/* jobs.status: How far a job is. Only the one that runs, or ran last, on this connection is known. */
typedef struct mc_params_jobs_status {
    uint32_t present;
    uint32_t job_id; /* The job. */
} mc_params_jobs_status;
void mc_jobs_status(struct mc_request *request, const void *params);

/* log.download: The agent's log file, as it lies on the disk: MacRoman, Returns. */
#define MC_HAS_LOG_DOWNLOAD_FILE (1ul << 0)
typedef struct mc_params_log_download {
    uint32_t present;
    int32_t file; /* 0: the file in use; 1 and 2: the ones before it. */
} mc_params_log_download;
void mc_log_download(struct mc_request *request, const void *params);

/* log.set_level: Says how much is logged from now on. */
typedef struct mc_params_log_set_level {
    uint32_t present;
    uint8_t level; /* The least grave level that is logged. */
} mc_params_log_set_level;
void mc_log_set_level(struct mc_request *request, const void *params);

/* log.tail: The last lines of the agent's log that memory holds: about 200. */
#define MC_HAS_LOG_TAIL_COUNT (1ul << 0)
#define MC_HAS_LOG_TAIL_LEVEL (1ul << 1)
#define MC_HAS_LOG_TAIL_CATEGORIES (1ul << 2)
#define MC_HAS_LOG_TAIL_CURSOR (1ul << 3)
typedef struct mc_params_log_tail {
    uint32_t present;
    int32_t count; /* How many at most. */
    uint8_t level; /* The least grave level wanted. */
    uint16_t categories; /* Only these; all when absent. */
    uint32_t cursor; /* Go on behind this line: `cursor` of an earlier answer. */
} mc_params_log_tail;
void mc_log_tail(struct mc_request *request, const void *params);

/* process.front: Brings a process to the front. */
typedef struct mc_params_process_front {
    uint32_t present;
    mc_psn psn; /* The process. */
} mc_params_process_front;
void mc_process_front(struct mc_request *request, const void *params);

/* process.launch: Launches an application. */
#define MC_HAS_PROCESS_LAUNCH_PATH (1ul << 0)
#define MC_HAS_PROCESS_LAUNCH_CREATOR (1ul << 1)
#define MC_HAS_PROCESS_LAUNCH_DOCUMENT (1ul << 2)
#define MC_HAS_PROCESS_LAUNCH_FRONT (1ul << 3)
typedef struct mc_params_process_launch {
    uint32_t present;
    mc_slice path; /* Full path of it; give this or `creator`. */
    uint32_t creator; /* Its creator, looked up in the desktop databases. */
    mc_slice document; /* Full path of a document that it is to open. */
    uint8_t front; /* Let it come to the front. */
} mc_params_process_launch;
void mc_process_launch(struct mc_request *request, const void *params);

/* process.list: The processes. */
#define MC_HAS_PROCESS_LIST_CURSOR (1ul << 0)
typedef struct mc_params_process_list {
    uint32_t present;
    int32_t cursor; /* Where to go on: `cursor` of the page before. */
} mc_params_process_list;
void mc_process_list(struct mc_request *request, const void *params);

/* process.quit: Asks a process to quit, and says what became of it. */
#define MC_HAS_PROCESS_QUIT_TIMEOUT_MS (1ul << 1)
typedef struct mc_params_process_quit {
    uint32_t present;
    mc_psn psn; /* The process. */
    int32_t timeout_ms; /* How long to wait until it is gone. */
} mc_params_process_quit;
void mc_process_quit(struct mc_request *request, const void *params);

/* resource.get: One resource, as the Resource Manager hands it out: expanded where it lies compressed. */
#define MC_HAS_RESOURCE_GET_PATH (1ul << 0)
#define MC_HAS_RESOURCE_GET_PSN (1ul << 1)
typedef struct mc_params_resource_get {
    uint32_t present;
    mc_slice path; /* Full path of the file whose resource fork is read; give this or `psn`. */
    mc_psn psn; /* A running application whose own resource fork is read. */
    uint32_t type; /* Its type. */
    int32_t id; /* Its id. */
} mc_params_resource_get;
void mc_resource_get(struct mc_request *request, const void *params);

/* resource.list: What a resource fork holds: its types, or the resources of one type, a page at a time. Reads no resource. */
#define MC_HAS_RESOURCE_LIST_PATH (1ul << 0)
#define MC_HAS_RESOURCE_LIST_PSN (1ul << 1)
#define MC_HAS_RESOURCE_LIST_TYPE (1ul << 2)
#define MC_HAS_RESOURCE_LIST_CURSOR (1ul << 3)
typedef struct mc_params_resource_list {
    uint32_t present;
    mc_slice path; /* Full path of the file whose resource fork is read; give this or `psn`. */
    mc_psn psn; /* A running application whose own resource fork is read. */
    uint32_t type; /* List the resources of this type; without it, the types. */
    int32_t cursor; /* Where to go on: `cursor` of the page before. */
} mc_params_resource_list;
void mc_resource_list(struct mc_request *request, const void *params);

/* screen.capture: The pixels of the main screen, or a part of it, without the pointer, as a PICT (version 2, without the 512 bytes that a PICT file has in front). */
#define MC_HAS_SCREEN_CAPTURE_REGION (1ul << 0)
#define MC_HAS_SCREEN_CAPTURE_ONE_TURN (1ul << 1)
#define MC_HAS_SCREEN_CAPTURE_DEPTH (1ul << 2)
#define MC_HAS_SCREEN_CAPTURE_SINCE (1ul << 3)
typedef struct mc_params_screen_capture {
    uint32_t present;
    mc_rect region; /* What to take; the whole screen when absent. One that leaves the screen is `bad_params`. */
    uint8_t one_turn; /* Take the whole region in one turn of the event loop, however long that starves the other programs. */
    int32_t depth; /* Bits of a pixel to reduce the picture to: 1, 2, 4 or 8; the screen's own when absent. */
    uint32_t since; /* `checksum` of an earlier capture of the same region and depth: only the bands that have changed since are sent, all when the agent no longer knows it. */
} mc_params_screen_capture;
void mc_screen_capture(struct mc_request *request, const void *params);

/* screen.input: Mouse and keyboard, compiled into a script that interrupt-time code carries out, so that it goes on while the front application tracks. Answered when the script has finished and the button is up. */
typedef struct mc_params_screen_input {
    uint32_t present;
    mc_slice events; /* What to do, in order. */
} mc_params_screen_input;
void mc_screen_input(struct mc_request *request, const void *params);

/* subscribe: Asks for events of some kinds, until this connection ends. */
typedef struct mc_params_subscribe {
    uint32_t present;
    uint16_t channels; /* Which kinds: `jobs` brings `job.progress`, `log` brings `log.line`. `job.done` and `bye` come unasked. */
} mc_params_subscribe;
void mc_subscribe(struct mc_request *request, const void *params);

/* system.info: The machine and its System in more detail than `hello`. */
typedef struct mc_params_system_info {
    uint32_t present;
} mc_params_system_info;
void mc_system_info(struct mc_request *request, const void *params);

/* system.set_time: Sets the Mac's clock. */
typedef struct mc_params_system_set_time {
    uint32_t present;
    uint32_t date; /* Seconds since 1904-01-01 00:00, local time. */
} mc_params_system_set_time;
void mc_system_set_time(struct mc_request *request, const void *params);

/* system.time: The Mac's clock. */
typedef struct mc_params_system_time {
    uint32_t present;
} mc_params_system_time;
void mc_system_time(struct mc_request *request, const void *params);

/* unsubscribe: Asks for no more events of some kinds. */
typedef struct mc_params_unsubscribe {
    uint32_t present;
    uint16_t channels; /* Which kinds: `jobs` brings `job.progress`, `log` brings `log.line`. `job.done` and `bye` come unasked. */
} mc_params_unsubscribe;
void mc_unsubscribe(struct mc_request *request, const void *params);

/* volume.list: The volumes that are mounted. */
typedef struct mc_params_volume_list {
    uint32_t present;
} mc_params_volume_list;
void mc_volume_list(struct mc_request *request, const void *params);

/* The agent is about to close the connection of its own accord, and does not come back on it. What was under way is given up. */
#define MC_EVENT_BYE "bye"
/* A job has ended. Comes unasked, once for each job whose connection still stands. */
#define MC_EVENT_JOB_DONE "job.done"
/* A job is still running: at most once a second. */
#define MC_EVENT_JOB_PROGRESS "job.progress"
/* A new line of the agent's log. */
#define MC_EVENT_LOG_LINE "log.line"

/* Sorted by name. */
#define MC_METHOD_COUNT 36
extern const mc_method mc_methods[MC_METHOD_COUNT];

#endif
