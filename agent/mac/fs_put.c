/*
 * fs.put, in stages of one turn each: the temporary file is made, bytes are received, both forks are read back through a fresh
 * open (a resource fork has been seen to change when it was closed), and only then the file gets its name. Whatever fails,
 * what was done is undone and the temporary file deleted, again in stages.
 */
#include "catalog.h"
#include "crc32.h"
#include "incoming.h"
#include "os_error.h"
#include "path.h"

/* Lengths and positions are signed longs. */
static const uint32_t LONGEST_FILE = 0x7FFFFFFF;

/* A stage names the next one; NULL when the host is to send, or to be answered. */
typedef OSErr (*stage)(void);

static struct {
    mc_incoming file;
    stage next;
    const char *attempt; /* what the stages at hand do, for an error */
    mc_failure failure; /* to be reported when all is undone */
    bool received; /* all bytes are there */
    uint32_t crc32; /* of what was received */
    uint32_t crc32_back; /* of what was read back */
    uint8_t *piece; /* read back and not counted yet */
    uint16_t piece_count;
} put;

static void discard(void)
{
    mc_incoming_discard(&put.file);
}

/* Goes on with the next stage when this one has succeeded. */
static OSErr then(OSErr err, stage next)
{
    put.next = next;
    return err;
}

/* ---- Making the temporary file ---- */

static OSErr reserve_resource_fork(void)
{
    mc_incoming_rewind(&put.file);
    return then(mc_incoming_reserve(&put.file, MC_RESOURCE_FORK), NULL);
}

static OSErr reserve_data_fork(void)
{
    return then(mc_incoming_reserve(&put.file, MC_DATA_FORK), reserve_resource_fork);
}

static OSErr hide(void)
{
    return then(mc_incoming_dress(&put.file, false), reserve_data_fork);
}

static OSErr create(void)
{
    return then(mc_incoming_create(&put.file), hide);
}

/* ---- Giving the file its name ---- */

/* Long: it writes what the volume's cache holds. */
static OSErr flush(void)
{
    HParamBlockRec block;
    put.attempt = "the file is in its place, but writing the volume's cache to the disk failed";
    memset(&block, 0, sizeof block);
    block.ioParam.ioVRefNum = put.file.target.vRefNum;
    return then(PBFlushVolSync(&block), NULL);
}

/* The temporary name stands for the old file now, if there was one. */
static OSErr delete_old(void)
{
    put.attempt = "the file is in its place, but deleting the old one failed";
    return then(mc_incoming_delete(&put.file), flush);
}

static OSErr settle(void)
{
    return then(mc_incoming_settle(&put.file), delete_old);
}

static OSErr rename_temporary(void)
{
    return then(mc_incoming_rename(&put.file), delete_old);
}

static OSErr show(void)
{
    return then(mc_incoming_dress(&put.file, true), rename_temporary);
}

static OSErr set_aside(void)
{
    return then(mc_incoming_set_aside(&put.file), show);
}

static OSErr exchange(void)
{
    OSErr err = mc_incoming_exchange(&put.file);
    return mc_incoming_cannot_exchange(err) ? then(noErr, set_aside) : then(err, settle);
}

/* ---- Reading back ---- */

static OSErr compare(void)
{
    OSErr err = mc_incoming_check_sizes(&put.file);
    if (err == noErr && put.crc32_back != put.crc32)
        err = ioErr;
    put.attempt = err == noErr ? "giving the file its name failed" : put.attempt;
    return then(err, put.file.target_exists ? exchange : show);
}

static OSErr close_again(void)
{
    OSErr err = mc_incoming_close_one(&put.file);
    return err == fnOpnErr ? then(noErr, compare) : then(err, close_again);
}

static OSErr read_back(void);

static OSErr count_piece(void)
{
    put.crc32_back = mc_crc32(put.crc32_back, put.piece, put.piece_count);
    return then(noErr, read_back);
}

static OSErr read_back(void)
{
    mc_incoming *file = &put.file;
    put.piece_count = mc_incoming_at_hand(file, MC_CHUNK_BYTES);
    if (put.piece_count == 0)
        return then(noErr, close_again);
    file->left -= put.piece_count;
    return then(mc_fork_read(&file->forks[file->current], put.piece, put.piece_count), count_piece);
}

static OSErr reopen(void)
{
    mc_incoming_rewind(&put.file);
    return then(mc_incoming_reopen(&put.file), read_back);
}

static OSErr close_written(void)
{
    OSErr err = mc_incoming_close_one(&put.file);
    return err == fnOpnErr ? then(noErr, reopen) : then(err, close_written);
}

/* ---- The request ---- */

static const mc_sink file_sink;

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "crc32", put.crc32_back);
    mc_member_boolean(writer, "replaced", put.file.target_exists);
    mc_answer_end(request);
}

/* A fork that is open is closed in a turn of its own. */
static void undo_step(mc_request *request)
{
    if (mc_incoming_close_one(&put.file) != fnOpnErr)
        return;
    discard();
    mc_refuse_with(request, &put.failure);
}

static const mc_worker undoing = {undo_step, discard};

static void fail(mc_request *request, const mc_failure *failure)
{
    put.failure = *failure;
    mc_work(request, &undoing);
}

static void step(mc_request *request)
{
    OSErr err = put.next();
    if (err != noErr) {
        mc_failure failure;
        mc_fail_os(&failure, err, put.attempt);
        fail(request, &failure);
    } else if (!put.next && put.received) {
        answer(request);
    } else if (!put.next) {
        mc_receive(request, &file_sink, put.file.sizes[MC_DATA_FORK] + put.file.sizes[MC_RESOURCE_FORK]);
    }
}

static const mc_worker stages = {step, discard};

static void go_through(mc_request *request, stage first, const char *attempt)
{
    put.next = first;
    put.attempt = attempt;
    mc_work(request, &stages);
}

static bool write_piece(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    mc_incoming *file = &put.file;
    while (count > 0) {
        uint16_t now = mc_incoming_at_hand(file, count);
        OSErr err = mc_fork_write(&file->forks[file->current], bytes, now);
        if (err != noErr)
            return mc_fail_os(failure, err, "writing the file failed");
        file->left -= now;
        bytes += now;
        count = (uint16_t)(count - now);
    }
    return true;
}

static void finish(mc_request *request, uint32_t crc32)
{
    put.received = true;
    put.crc32 = crc32;
    put.piece = mc_spare_buffer(request);
    go_through(request, close_written, "reading the file back failed");
}

static const mc_sink file_sink = {write_piece, finish, fail, discard};

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
    mc_lookup result = mc_find(wanted->path, &put.file.target, &entry, failure);
    put.file.target_exists = result == MC_LOOKUP_FOUND;
    if (result == MC_LOOKUP_FOUND)
        return check_target(wanted, &entry, failure);
    if (result == MC_LOOKUP_ABSENT && mc_path_is_folders(wanted->path))
        return mc_fail_with(failure, MC_NOT_A_FILE, "the path ends as a folder's");
    return result == MC_LOOKUP_ABSENT;
}

void mc_fs_put(mc_request *request, const void *params)
{
    const mc_params_fs_put *wanted = params;
    mc_failure failure;
    if (wanted->data_size > LONGEST_FILE || wanted->resource_size > LONGEST_FILE - wanted->data_size) {
        mc_refuse(request, MC_DISK_FULL, "no volume can hold so much");
        return;
    }
    memset(&put, 0, sizeof put);
    if (!find_target(wanted, &failure)) {
        mc_refuse_with(request, &failure);
        return;
    }
    put.file.type = wanted->type;
    put.file.creator = wanted->creator;
    put.file.modified = wanted->present & MC_HAS_FS_PUT_MODIFIED ? wanted->modified : LMTime;
    put.file.sizes[MC_DATA_FORK] = wanted->data_size;
    put.file.sizes[MC_RESOURCE_FORK] = wanted->resource_size;
    go_through(request, create, "making the file failed");
}
