/*
 * fs.put. The bytes go to a temporary file beside the place where the file is to be: its name has a fixed form, it is invisible
 * and of full size from the start, so that a full disk is known before the first byte. When all is there, both forks are read
 * back through a fresh open (a resource fork has been seen to change when it was closed); only then does the file get its
 * name. Whatever fails, the temporary file is deleted.
 */
#include "catalog.h"
#include "clock.h"
#include "crc32.h"
#include "fork.h"
#include "os_error.h"

enum { FORKS = 2 };

typedef enum stage { STAGE_READ_BACK, STAGE_COUNT, STAGE_COMPARE, STAGE_NAME, STAGE_FLUSH } stage;

static struct {
    FSSpec target;
    FSSpec temporary;
    bool temporary_exists;
    bool target_exists;
    mc_open_fork forks[FORKS];
    uint32_t sizes[FORKS];
    uint32_t left; /* of the current fork: bytes to be written, or read back */
    uint8_t current;
    OSType type;
    OSType creator;
    uint32_t modified;
    stage stage;
    uint32_t crc32; /* of what was received */
    uint32_t crc32_back; /* of what was read back */
    uint8_t *piece; /* read back and not counted yet */
    uint16_t piece_count;
} put;

/* ---- The temporary file ---- */

static OSErr delete_file(const FSSpec *place)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.fileParam.ioNamePtr = (StringPtr)place->name;
    block.fileParam.ioVRefNum = place->vRefNum;
    block.fileParam.ioDirID = place->parID;
    return PBHDeleteSync(&block);
}

static OSErr close_forks(void)
{
    OSErr first = mc_fork_close(&put.forks[MC_DATA_FORK]);
    OSErr second = mc_fork_close(&put.forks[MC_RESOURCE_FORK]);
    return first != noErr ? first : second;
}

static void discard(void)
{
    close_forks();
    if (put.temporary_exists)
        delete_file(&put.temporary);
    put.temporary_exists = false;
}

/* 31 characters; the last eight tell this one from what an earlier crash may have left. */
static void name_temporary(void)
{
    static const char form[] = "mc-agent incoming file ";
    static const char hex[] = "0123456789ABCDEF";
    uint32_t number = mc_ticks();
    put.temporary = put.target;
    put.temporary.name[0] = MC_NAME_CHARS;
    memcpy(put.temporary.name + 1, form, sizeof form - 1);
    for (uint8_t i = 0; i < 8; i++, number <<= 4)
        put.temporary.name[sizeof form + i] = (uint8_t)hex[number >> 28];
}

static OSErr create_temporary(void)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    name_temporary();
    block.fileParam.ioNamePtr = put.temporary.name;
    block.fileParam.ioVRefNum = put.temporary.vRefNum;
    block.fileParam.ioDirID = put.temporary.parID;
    OSErr err = PBHCreateSync(&block);
    put.temporary_exists = err == noErr;
    return err;
}

/* Type, creator, date and visibility. PBGetCatInfo leaves the file's number where PBSetCatInfo wants the folder's. */
static OSErr dress(const FSSpec *place, uint16_t flags)
{
    CInfoPBRec entry;
    OSErr err = mc_get_entry(place, &entry);
    if (err != noErr)
        return err;
    entry.hFileInfo.ioNamePtr = (StringPtr)place->name;
    entry.hFileInfo.ioDirID = place->parID;
    entry.hFileInfo.ioFlFndrInfo.fdType = put.type;
    entry.hFileInfo.ioFlFndrInfo.fdCreator = put.creator;
    entry.hFileInfo.ioFlFndrInfo.fdFlags = flags;
    entry.hFileInfo.ioFlMdDat = put.modified;
    return PBSetCatInfoSync(&entry);
}

static OSErr open_fork(mc_fork_kind kind)
{
    OSErr err = mc_fork_open(&put.forks[kind], &put.temporary, kind, fsRdWrPerm);
    return err == noErr ? mc_fork_set_size(&put.forks[kind], put.sizes[kind]) : err;
}

static OSErr make_temporary(void)
{
    OSErr err = create_temporary();
    if (err == noErr)
        err = dress(&put.temporary, fInvisible);
    if (err == noErr)
        err = open_fork(MC_DATA_FORK);
    if (err == noErr)
        err = open_fork(MC_RESOURCE_FORK);
    if (err != noErr)
        discard();
    return err;
}

/* ---- Going through both forks in a row ---- */

static void go_to_start(void)
{
    put.current = 0;
    put.left = put.sizes[0];
}

/* The fork whose turn it is; false when both are through. */
static bool fork_at_hand(void)
{
    while (put.left == 0 && put.current < FORKS - 1)
        put.left = put.sizes[++put.current];
    return put.left > 0;
}

/* ---- Receiving ---- */

static bool write_piece(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    while (count > 0 && fork_at_hand()) {
        uint16_t now = count < put.left ? count : (uint16_t)put.left;
        OSErr err = mc_fork_write(&put.forks[put.current], bytes, now);
        if (err != noErr)
            return mc_fail_os(failure, err, "writing the file failed");
        put.left -= now;
        bytes += now;
        count = (uint16_t)(count - now);
    }
    return true;
}

/* ---- Reading back ---- */

static OSErr reopen(void)
{
    OSErr err = close_forks();
    for (uint8_t kind = 0; kind < FORKS && err == noErr; kind++)
        err = mc_fork_open(&put.forks[kind], &put.temporary, (mc_fork_kind)kind, fsRdPerm);
    return err;
}

static OSErr read_back(void)
{
    if (!fork_at_hand()) {
        put.stage = STAGE_COMPARE;
        return noErr;
    }
    put.piece_count = put.left < MC_CHUNK_BYTES ? (uint16_t)put.left : MC_CHUNK_BYTES;
    put.left -= put.piece_count;
    put.stage = STAGE_COUNT;
    return mc_fork_read(&put.forks[put.current], put.piece, put.piece_count);
}

static void count_piece(void)
{
    put.crc32_back = mc_crc32(put.crc32_back, put.piece, put.piece_count);
    put.stage = STAGE_READ_BACK;
}

static OSErr compare(void)
{
    CInfoPBRec entry;
    OSErr err = close_forks();
    if (err == noErr)
        err = mc_get_entry(&put.temporary, &entry);
    if (err != noErr)
        return err;
    put.stage = STAGE_NAME;
    return entry.hFileInfo.ioFlLgLen == put.sizes[MC_DATA_FORK] &&
                   entry.hFileInfo.ioFlRLgLen == put.sizes[MC_RESOURCE_FORK] && put.crc32_back == put.crc32
               ? noErr
               : ioErr;
}

/* ---- The final name ---- */

static OSErr rename_temporary(void)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioNamePtr = put.temporary.name;
    block.ioParam.ioVRefNum = put.temporary.vRefNum;
    block.fileParam.ioDirID = put.temporary.parID;
    block.ioParam.ioMisc = (Ptr)put.target.name;
    OSErr err = PBHRenameSync(&block);
    if (err == noErr)
        put.temporary_exists = false;
    return err;
}

/* The old file keeps its number, so that aliases still find it; the temporary one then holds what was old. */
static OSErr exchange(void)
{
    OSErr err = FSpExchangeFiles(&put.temporary, &put.target);
    if (err != noErr)
        return err;
    err = dress(&put.target, 0);
    discard();
    return err;
}

static OSErr give_name(void)
{
    put.stage = STAGE_FLUSH;
    if (put.target_exists) {
        if (exchange() == noErr)
            return noErr;
        OSErr err = delete_file(&put.target);
        if (err != noErr)
            return err;
    }
    OSErr err = dress(&put.temporary, 0);
    return err == noErr ? rename_temporary() : err;
}

/* Long: it writes what the volume's cache holds. */
static void flush(mc_request *request)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioVRefNum = put.target.vRefNum;
    OSErr err = PBFlushVolSync(&block);
    if (err != noErr) {
        mc_refuse_os(request, err, "flushing the volume failed; the file is there");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "crc32", put.crc32_back);
    mc_member_boolean(writer, "replaced", put.target_exists);
    mc_answer_end(request);
}

static void step(mc_request *request)
{
    OSErr err = noErr;
    switch (put.stage) {
    case STAGE_READ_BACK:
        err = read_back();
        break;
    case STAGE_COUNT:
        count_piece();
        break;
    case STAGE_COMPARE:
        err = compare();
        break;
    case STAGE_NAME:
        err = give_name();
        break;
    case STAGE_FLUSH:
        flush(request);
        return;
    }
    if (err != noErr) {
        discard();
        mc_refuse_os(request, err, put.stage < STAGE_FLUSH ? "reading the file back failed" : "naming the file failed");
    }
}

static const mc_worker finisher = {step, discard};

static void finish(mc_request *request, uint32_t crc32)
{
    OSErr err = reopen();
    if (err != noErr) {
        discard();
        mc_refuse_os(request, err, "reopening the file failed");
        return;
    }
    put.crc32 = crc32;
    put.crc32_back = 0;
    put.piece = mc_spare_buffer(request);
    put.stage = STAGE_READ_BACK;
    go_to_start();
    mc_work(request, &finisher);
}

static const mc_sink file_sink = {write_piece, finish, discard};

/* ---- The request ---- */

/* Whether the place may be taken. */
static bool check_target(const mc_params_fs_put *wanted, const CInfoPBRec *entry, mc_failure *failure)
{
    if (mc_is_folder(entry))
        return mc_fail_with(failure, MC_NOT_A_FILE, "there is a folder of that name");
    if (!wanted->replace)
        return mc_fail_with(failure, MC_EXISTS, "there is already a file of that name");
    if (entry->hFileInfo.ioFlAttrib & kAttribLocked)
        return mc_fail_with(failure, MC_LOCKED, "the file that is to be replaced is locked");
    if (entry->hFileInfo.ioFlAttrib & kAttribOpen)
        return mc_fail_with(failure, MC_BUSY, "the file that is to be replaced is open");
    return true;
}

static bool find_target(const mc_params_fs_put *wanted, mc_failure *failure)
{
    CInfoPBRec entry;
    mc_lookup result = mc_find(wanted->path, &put.target, &entry, failure);
    put.target_exists = result == MC_LOOKUP_FOUND;
    if (result == MC_LOOKUP_FOUND)
        return check_target(wanted, &entry, failure);
    return result == MC_LOOKUP_ABSENT;
}

void mc_fs_put(mc_request *request, const void *params)
{
    const mc_params_fs_put *wanted = params;
    mc_failure failure;
    if (wanted->resource_size > 0xFFFFFFFFu - wanted->data_size) {
        mc_refuse(request, MC_DISK_FULL, "no volume can hold so much");
        return;
    }
    memset(&put, 0, sizeof put);
    if (!find_target(wanted, &failure)) {
        mc_refuse_with(request, &failure);
        return;
    }
    put.type = wanted->type;
    put.creator = wanted->creator;
    put.modified = wanted->present & MC_HAS_FS_PUT_MODIFIED ? wanted->modified : LMTime;
    put.sizes[MC_DATA_FORK] = wanted->data_size;
    put.sizes[MC_RESOURCE_FORK] = wanted->resource_size;
    OSErr err = make_temporary();
    if (err != noErr) {
        mc_refuse_os(request, err, "making the file failed");
        return;
    }
    go_to_start();
    mc_receive(request, &file_sink, wanted->data_size + wanted->resource_size);
}
