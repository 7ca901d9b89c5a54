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
    MC_SIZE_MISMATCH, /* More or fewer bytes arrived than were announced. */
    MC_CRC_MISMATCH, /* The bytes that arrived are not those that were sent. */
    MC_CANCELLED, /* The caller or the run gave it up. */
    MC_TIMEOUT, /* The deadline passed first. */
    MC_INTERNAL, /* A fault of ours. */
    MC_CODE_COUNT
} mc_code;

extern const char *const mc_code_names[MC_CODE_COUNT];

/* Resource type that holds it. */
typedef enum mc_strike_kind {
    MC_STRIKE_KIND_NFNT,
    MC_STRIKE_KIND_FONT,
    MC_STRIKE_KIND_COUNT
} mc_strike_kind;

extern const char *const mc_strike_kind_names[MC_STRIKE_KIND_COUNT + 1];

/* Which forks to send. */
typedef enum mc_fork {
    MC_FORK_BOTH,
    MC_FORK_DATA,
    MC_FORK_RESOURCE,
    MC_FORK_COUNT
} mc_fork;

extern const char *const mc_fork_names[MC_FORK_COUNT + 1];

/* What it is. */
typedef enum mc_entry_kind {
    MC_ENTRY_KIND_FILE,
    MC_ENTRY_KIND_FOLDER,
    MC_ENTRY_KIND_COUNT
} mc_entry_kind;

extern const char *const mc_entry_kind_names[MC_ENTRY_KIND_COUNT + 1];

/* What the guest's owner allows. */
typedef enum mc_tier {
    MC_TIER_DISABLED,
    MC_TIER_READ_ONLY,
    MC_TIER_FULL,
    MC_TIER_COUNT
} mc_tier;

extern const char *const mc_tier_names[MC_TIER_COUNT + 1];

/* What to do. */
typedef enum mc_gesture {
    MC_GESTURE_MOVE,
    MC_GESTURE_CLICK,
    MC_GESTURE_DRAG,
    MC_GESTURE_KEY,
    MC_GESTURE_TYPE,
    MC_GESTURE_COUNT
} mc_gesture;

extern const char *const mc_gesture_names[MC_GESTURE_COUNT + 1];

/* Any of these. */
typedef enum mc_modifier {
    MC_MODIFIER_COMMAND,
    MC_MODIFIER_SHIFT,
    MC_MODIFIER_OPTION,
    MC_MODIFIER_CONTROL,
    MC_MODIFIER_COUNT
} mc_modifier;

extern const char *const mc_modifier_names[MC_MODIFIER_COUNT + 1];

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

/* fs.delete: Deletes a file or an empty folder, at once, without the Trash. */
typedef struct mc_params_fs_delete {
    uint32_t present;
    mc_slice path; /* Full path of the file or folder. */
} mc_params_fs_delete;
void mc_fs_delete(struct mc_request *request, const void *params);

/* fs.get: A file's bytes: the data fork, then the resource fork. */
#define MC_HAS_FS_GET_FORK (1ul << 1)
typedef struct mc_params_fs_get {
    uint32_t present;
    mc_slice path; /* Full path of the file. */
    uint8_t fork; /* Which forks to send. */
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

/* fs.put: Writes a file with both forks: under a temporary name first, under its own name only when size and CRC-32 agree and both forks have been read back. Whatever fails, no half-written file remains. */
#define MC_HAS_FS_PUT_MODIFIED (1ul << 5)
#define MC_HAS_FS_PUT_REPLACE (1ul << 6)
typedef struct mc_params_fs_put {
    uint32_t present;
    mc_slice path; /* Full path of the file to be. */
    uint32_t type; /* File type. */
    uint32_t creator; /* Creator. */
    uint32_t data_size; /* Size of the data fork, which is sent first. */
    uint32_t resource_size; /* Size of the resource fork, which follows. */
    uint32_t modified; /* Modification date to give it, in seconds since 1904; now when absent. */
    uint8_t replace; /* Replace a file of that name; otherwise that is `exists`. */
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

/* screen.capture: The pixels of the main screen, or a part of it, without the pointer, as a PICT (version 2, without the 512 bytes that a PICT file has in front). */
#define MC_HAS_SCREEN_CAPTURE_REGION (1ul << 0)
#define MC_HAS_SCREEN_CAPTURE_ONE_TURN (1ul << 1)
typedef struct mc_params_screen_capture {
    uint32_t present;
    mc_rect region; /* What to take; the whole screen when absent. One that leaves the screen is `bad_params`. */
    uint8_t one_turn; /* Take the whole region in one turn of the event loop, however long that starves the other programs. */
} mc_params_screen_capture;
void mc_screen_capture(struct mc_request *request, const void *params);

/* screen.input: Mouse and keyboard, compiled into a script that interrupt-time code carries out, so that it goes on while the front application tracks. Answered when the script has finished and the button is up. */
typedef struct mc_params_screen_input {
    uint32_t present;
    mc_slice events; /* What to do, in order. */
} mc_params_screen_input;
void mc_screen_input(struct mc_request *request, const void *params);

/* system.info: The machine and its System in more detail than `hello`. */
typedef struct mc_params_system_info {
    uint32_t present;
} mc_params_system_info;
void mc_system_info(struct mc_request *request, const void *params);

/* Sorted by name. */
#define MC_METHOD_COUNT 12
extern const mc_method mc_methods[MC_METHOD_COUNT];

#endif
