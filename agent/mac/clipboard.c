/*
 * clipboard.get and clipboard.set, in steps of one turn or a few each. A flavor is never in the agent's own heap: on its way out the helper
 * holds it and is asked for one piece after the other; on its way in temporary memory takes it until all of it has arrived and its CRC is
 * right, so that nothing is replaced before. Nothing of it is logged.
 */
#include "MacMemory.h"
#include "exchange.h"
#include "helper.h"
#include "job.h"
#include "json_read.h"
#include "log.h"
#include "os_error.h"

static const uint32_t LONGEST_BLOCK = 0x7FFFFFFF; /* a Size is signed */

/* What a request does, one after the other; ends with NULL. */
typedef const mc_step *program;

static struct {
    program next;
    mc_failure failure;
    void (*answer)(mc_request *request);
    /* get */
    uint32_t wanted[MC_HELPER_FLAVORS];
    uint8_t wanted_count;
    mc_flavor available[MC_HELPER_LISTED + MC_HELPER_FLAVORS];
    uint16_t available_count;
    bool taken;
    mc_flavor flavor; /* the one that was taken */
    uint32_t at; /* how much of it has been sent */
    uint8_t *piece; /* where the next piece goes */
    uint16_t piece_count;
    /* set */
    mc_flavor flavors[MC_HELPER_FLAVORS];
    Handle data[MC_HELPER_FLAVORS];
    uint8_t count;
    uint8_t current; /* the one that is received, or handed to the helper */
    uint32_t done; /* how much of it */
    bool has_room; /* the helper has made room for it */
} board;

static void drop(uint8_t index)
{
    if (board.data[index])
        DisposeHandle(board.data[index]);
    board.data[index] = NULL;
}

static void put_away(void)
{
    for (uint8_t i = 0; i < MC_HELPER_FLAVORS; i++)
        drop(i);
    mc_helper_dismiss();
}

static void step(mc_request *request)
{
    switch ((*board.next)(&board.failure)) {
    case MC_UNDER_WAY:
        break;
    case MC_DONE:
        if (!*++board.next)
            board.answer(request);
        break;
    case MC_FAILED:
        put_away();
        mc_refuse_with(request, &board.failure);
        break;
    }
}

static const mc_worker worker = {step, put_away};

static void run(mc_request *request, program program, void (*answer)(mc_request *))
{
    board.next = program;
    board.answer = answer;
    mc_helper_begin(request);
    mc_work(request, &worker);
}

static bool is_free(mc_request *request)
{
    if (mc_job_is_running(request))
        mc_refuse(request, MC_BUSY, "a job is running");
    return !mc_job_is_running(request);
}

/* ---- clipboard.get ---- */

static OSErr put_wanted(AppleEvent *event)
{
    return AEPutParamPtr(event, keyDirectObject, MC_FLAVORS, board.wanted, board.wanted_count * (Size)sizeof board.wanted[0]);
}

static OSErr use_taken(const AppleEvent *answer)
{
    DescType type;
    Size size;
    OSErr err = AEGetParamPtr(answer, keyDirectObject, MC_FLAVORS, &type, board.available, sizeof board.available, &size);
    if (err != noErr)
        return err;
    board.available_count = (uint16_t)((uint32_t)size / sizeof board.available[0]);
    err = AEGetParamPtr(answer, keyMcTaken, MC_FLAVORS, &type, &board.flavor, sizeof board.flavor, &size);
    board.taken = err == noErr;
    return err == errAEDescNotFound ? noErr : err;
}

static mc_progress take(mc_failure *failure)
{
    static const mc_helper_call call = {MC_HELPER_TAKE, put_wanted, use_taken, "reading the clipboard failed"};
    return mc_helper_exchange(&call, failure);
}

static OSErr put_piece_wanted(AppleEvent *event)
{
    uint32_t count = board.piece_count;
    OSErr err = AEPutParamPtr(event, keyMcOffset, typeLongInteger, &board.at, sizeof board.at);
    return err == noErr ? AEPutParamPtr(event, keyMcCount, typeLongInteger, &count, sizeof count) : err;
}

static OSErr use_piece(const AppleEvent *answer)
{
    DescType type;
    Size size;
    OSErr err = AEGetParamPtr(answer, keyDirectObject, MC_BYTES, &type, board.piece, board.piece_count, &size);
    return err == noErr && size != board.piece_count ? eofErr : err;
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    static const mc_helper_call call = {MC_HELPER_READ, put_piece_wanted, use_piece, "getting the clipboard from the helper failed"};
    uint32_t left = board.flavor.size - board.at;
    if (left == 0)
        return MC_SOURCE_END;
    board.piece = chunk;
    board.piece_count = left < MC_CHUNK_BYTES ? (uint16_t)left : MC_CHUNK_BYTES;
    switch (mc_helper_exchange(&call, failure)) {
    case MC_UNDER_WAY:
        return MC_SOURCE_UNFINISHED;
    case MC_DONE:
        board.at += board.piece_count;
        *filled = board.piece_count;
        return board.at == board.flavor.size ? MC_SOURCE_END : MC_SOURCE_CHUNK;
    default:
        return MC_SOURCE_FAILED;
    }
}

static const mc_source flavor_source = {fill, put_away};

static void write_available(mc_writer *writer)
{
    mc_write_key(writer, "available");
    mc_write_open(writer, '[');
    for (uint16_t i = 0; i < board.available_count; i++) {
        mc_write_open(writer, '{');
        mc_member_ostype(writer, "flavor", board.available[i].type);
        mc_member_unsigned(writer, "size", board.available[i].size);
        mc_write_close(writer, '}');
    }
    mc_write_close(writer, ']');
}

static void answer_get(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    write_available(writer);
    if (board.taken) {
        mc_member_ostype(writer, "flavor", board.flavor.type);
        mc_member_binary_sized(writer, "data", board.flavor.size);
    }
    mc_answer_end(request);
    if (board.taken)
        mc_stream(request, &flavor_source);
    else
        put_away();
}

/* Unless it is a parameter inside of them. */
static bool blame_flavors(mc_failure *failure)
{
    mc_failure_name(failure, "flavors", mc_length("flavors"));
    return false;
}

static bool read_wanted(mc_slice flavors, mc_failure *failure)
{
    mc_array array;
    mc_flavor_name item;
    mc_array_start(&array, flavors, &mc_object_flavor_name, failure);
    while (mc_array_next(&array, &item))
        board.wanted[board.wanted_count++] = item.flavor;
    return array.ended || blame_flavors(failure);
}

void mc_clipboard_get(mc_request *request, const void *params)
{
    static const mc_step steps[] = {mc_helper_install, mc_helper_launch, mc_helper_come_forward, take, mc_helper_go_back, NULL};
    const mc_params_clipboard_get *get = params;
    mc_failure failure;
    if (!is_free(request))
        return;
    memset(&board, 0, sizeof board);
    if (get->present & MC_HAS_CLIPBOARD_GET_FLAVORS && !read_wanted(get->flavors, &failure)) {
        mc_refuse_with(request, &failure);
        return;
    }
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_CLIPBOARD, "read the clipboard");
    run(request, steps, answer_get);
}

/* ---- clipboard.set: handing it to the helper ---- */

static OSErr put_room_wanted(AppleEvent *event)
{
    const mc_flavor *flavor = &board.flavors[board.current];
    OSErr err = AEPutParamPtr(event, keyMcFlavor, typeType, &flavor->type, sizeof flavor->type);
    return err == noErr ? AEPutParamPtr(event, keyMcCount, typeLongInteger, &flavor->size, sizeof flavor->size) : err;
}

static uint16_t next_piece(void)
{
    uint32_t left = board.flavors[board.current].size - board.done;
    return left < MC_CHUNK_BYTES ? (uint16_t)left : MC_CHUNK_BYTES;
}

static OSErr put_piece(AppleEvent *event)
{
    Handle data = board.data[board.current];
    OSErr err = AEPutParamPtr(event, keyMcOffset, typeLongInteger, &board.done, sizeof board.done);
    if (err != noErr)
        return err;
    HLock(data);
    err = AEPutParamPtr(event, keyDirectObject, MC_BYTES, *data + board.done, next_piece());
    HUnlock(data);
    return err;
}

/* What the helper has of it the agent need not keep. */
static void next_flavor(void)
{
    drop(board.current++);
    board.done = 0;
}

static mc_progress hold(mc_failure *failure)
{
    static const mc_helper_call call = {MC_HELPER_HOLD, put_room_wanted, NULL, "handing the clipboard to the helper failed"};
    return mc_helper_exchange(&call, failure);
}

static mc_progress hand_over_piece(mc_failure *failure)
{
    static const mc_helper_call call = {MC_HELPER_FILL, put_piece, NULL, "handing the clipboard to the helper failed"};
    if (next_piece() == 0)
        return MC_DONE;
    mc_progress progress = mc_helper_exchange(&call, failure);
    if (progress != MC_DONE)
        return progress;
    board.done += next_piece();
    return next_piece() > 0 ? MC_UNDER_WAY : MC_DONE;
}

/* One flavor after the other: for each, room first. */
static mc_progress hand_over(mc_failure *failure)
{
    if (board.current == board.count)
        return MC_DONE;
    mc_progress progress = board.has_room ? hand_over_piece(failure) : hold(failure);
    if (progress != MC_DONE)
        return progress;
    if (board.has_room)
        next_flavor();
    board.has_room = !board.has_room;
    return MC_UNDER_WAY;
}

static mc_progress put(mc_failure *failure)
{
    static const mc_helper_call call = {MC_HELPER_PUT, NULL, NULL, "replacing the clipboard failed"};
    return mc_helper_exchange(&call, failure);
}

static void answer_set(mc_request *request)
{
    mc_answer(request);
    mc_answer_end(request);
}

/* ---- clipboard.set: receiving it ---- */

static bool store(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    (void)failure;
    while (count > 0) {
        uint32_t left = board.flavors[board.current].size - board.done;
        uint16_t now = left < count ? (uint16_t)left : count;
        memcpy(*board.data[board.current] + board.done, bytes, now);
        bytes += now;
        count = (uint16_t)(count - now);
        board.done += now;
        if (now == left) {
            board.current++;
            board.done = 0;
        }
    }
    return true;
}

static void replace(mc_request *request, uint32_t crc32)
{
    static const mc_step steps[] = {
        mc_helper_install, mc_helper_launch, hand_over, mc_helper_come_forward, put, mc_helper_go_back, mc_helper_leave, NULL};
    (void)crc32;
    board.current = 0;
    board.done = 0;
    run(request, steps, answer_set);
}

static void give_up(mc_request *request, const mc_failure *failure)
{
    put_away();
    mc_refuse_with(request, failure);
}

static const mc_sink flavor_sink = {store, replace, give_up, put_away};

static bool is_listed(uint32_t type)
{
    for (uint8_t i = 0; i < board.count; i++)
        if (board.flavors[i].type == type)
            return true;
    return false;
}

static bool read_flavors(mc_slice flavors, mc_failure *failure)
{
    mc_array array;
    mc_flavor_size item;
    mc_array_start(&array, flavors, &mc_object_flavor_size, failure);
    while (mc_array_next(&array, &item)) {
        if (is_listed(item.flavor))
            return mc_fail_with(failure, MC_BAD_PARAMS, "the same flavor is given twice") || blame_flavors(failure);
        board.flavors[board.count++] = (mc_flavor){item.flavor, item.size};
    }
    return array.ended || blame_flavors(failure);
}

static bool take_memory(uint32_t *total, mc_failure *failure)
{
    *total = 0;
    for (uint8_t i = 0; i < board.count; i++) {
        OSErr err;
        uint32_t size = board.flavors[i].size;
        if (size <= LONGEST_BLOCK - *total)
            board.data[i] = TempNewHandle((Size)size, &err);
        if (!board.data[i])
            return mc_fail_with(failure, MC_NO_MEMORY, "there is no room in memory for what the clipboard is to hold");
        *total += size;
    }
    return true;
}

void mc_clipboard_set(mc_request *request, const void *params)
{
    const mc_params_clipboard_set *set = params;
    mc_failure failure;
    uint32_t total;
    if (!is_free(request))
        return;
    memset(&board, 0, sizeof board);
    if (!read_flavors(set->flavors, &failure) || !take_memory(&total, &failure)) {
        put_away();
        mc_refuse_with(request, &failure);
        return;
    }
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_CLIPBOARD, "replace the clipboard");
    mc_receive(request, &flavor_sink, total);
}
