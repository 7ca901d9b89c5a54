/*
 * fs.put, in stages of one turn each: the temporary file is made, bytes are received, both forks are read back through a fresh
 * open (a resource fork has been seen to change when it was closed), and only then the file gets its name. Whatever fails,
 * what was done is undone and the temporary file deleted, again in stages; only a put that the host means to resume leaves what has
 * arrived when its connection is lost.
 */
#include "catalog.h"
#include "crc32.h"
#include "desktop_db.h"
#include "incoming.h"
#include "log.h"
#include "macbinary_stream.h"
#include "macroman.h"
#include "os_error.h"
#include "protected.h"
#include "stages.h"

/* Finder flags that a file may come with. What is left out is the Finder's own: that it has seen the file (hasBeenInited), that the file
   lies on the desktop (isOnDesk), and bits that have no meaning. Toolbox Essentials, chapter 7, "Finder Flags". */
enum { FLAGS_TO_GIVE = 0xFCCE };

/* Lengths and positions are signed longs. */
static const uint32_t LONGEST_FILE = 0x7FFFFFFF;

static struct {
    mc_found found;
    mc_incoming file;
    uint8_t comment[256]; /* a Pascal string; empty: none */
    uint32_t announced; /* how many bytes the host sends, those included that an earlier put has left */
    uint32_t kept; /* those */
    bool received; /* all bytes are there */
    uint32_t crc32; /* of what was received */
    uint32_t crc32_back; /* of what was read back */
    uint8_t *piece; /* read back and not counted yet */
    uint16_t piece_count;
    uint16_t taken; /* how much of a frame has been dealt with */
    bool counted; /* the next piece of a fork in a MacBinary stream is in the CRC */
    mc_stage reserve; /* the fork to be made as long as the header of a MacBinary stream says */
    mc_macbinary_stream stream;
} put;

static const mc_params_fs_put *wanted;

static bool is_macbinary(void)
{
    return wanted->form == MC_PUT_FORM_MACBINARY;
}

/* ---- Making the temporary file ---- */

static OSErr go_to_start(void)
{
    return mc_then(mc_incoming_go_to_start(&put.file), NULL);
}

static OSErr reserve_resource_fork(void)
{
    return mc_then(mc_incoming_reserve(&put.file, MC_RESOURCE_FORK), go_to_start);
}

static OSErr reserve_data_fork(void)
{
    return mc_then(mc_incoming_reserve(&put.file, MC_DATA_FORK), reserve_resource_fork);
}

static OSErr hide(void)
{
    mc_incoming_start_at(&put.file, put.kept);
    return mc_then(mc_incoming_hide(&put.file), is_macbinary() ? NULL : reserve_data_fork);
}

static OSErr create(void);

static OSErr delete_stale(void)
{
    return mc_then(mc_incoming_delete_stale(&put.file), create);
}

static OSErr create(void)
{
    OSErr err = mc_incoming_create(&put.file);
    return err == dupFNErr ? mc_then(noErr, delete_stale) : mc_then(err, hide);
}

static OSErr look_for_kept(void)
{
    return mc_then(noErr, mc_incoming_find_kept(&put.file, &put.kept) ? hide : create);
}

static mc_stage first_stage(void)
{
    return wanted->resume ? look_for_kept : create;
}

/* Only of a file that is to be replaced. What a tree that is being deleted must leave is known already, and looked at meanwhile. */
static OSErr find_protected(void)
{
    if (!mc_protection_step())
        return mc_then(noErr, find_protected);
    if (mc_is_protected(put.found.place.vRefNum, &put.found.entry))
        return mc_stage_refuse(MC_PROTECTED, "path", "the Macintosh or the agent runs from what would be replaced");
    return mc_then(noErr, first_stage());
}

/* ---- Giving the file its name ---- */

static OSErr flush(void)
{
    mc_attempt("the file is in its place, but writing the volume's cache to the disk failed");
    return mc_then(mc_flush_volume(put.file.target.vRefNum), NULL);
}

static OSErr set_comment(void)
{
    mc_attempt("the file is in its place, but giving it its comment failed");
    return mc_then(mc_set_comment(&put.file.target, put.comment), flush);
}

/* The temporary name stands for the old file now, if there was one. */
static OSErr delete_old(void)
{
    mc_attempt("the file is in its place, but deleting the old one failed");
    return mc_then(mc_incoming_delete(&put.file), put.comment[0] ? set_comment : flush);
}

static OSErr settle(void)
{
    return mc_then(mc_incoming_settle(&put.file), delete_old);
}

static OSErr rename_temporary(void)
{
    return mc_then(mc_incoming_rename(&put.file), delete_old);
}

static OSErr show(void)
{
    return mc_then(mc_incoming_dress(&put.file), rename_temporary);
}

static OSErr set_aside(void)
{
    return mc_then(mc_incoming_set_aside(&put.file), show);
}

static OSErr exchange(void)
{
    OSErr err = mc_incoming_exchange(&put.file);
    return mc_incoming_cannot_exchange(err) ? mc_then(noErr, set_aside) : mc_then(err, settle);
}

/* ---- Reading back ---- */

/* Of a put that was resumed nobody has counted what was there before: so only here it shows whether that belongs to the rest. */
static OSErr compare(void)
{
    OSErr err = mc_incoming_check_sizes(&put.file);
    if (err == noErr && put.crc32_back != put.crc32 && put.kept)
        return mc_stage_refuse(MC_CRC_MISMATCH, NULL, "what an earlier put had left does not belong to the rest");
    if (err == noErr && put.crc32_back != put.crc32)
        err = ioErr;
    if (err == noErr)
        mc_attempt("giving the file its name failed");
    return mc_then(err, put.file.target_exists ? exchange : show);
}

static OSErr close_again(void)
{
    OSErr err = mc_incoming_close_one(&put.file);
    return err == fnOpnErr ? mc_then(noErr, compare) : mc_then(err, close_again);
}

static OSErr read_back(void);

static OSErr count_piece(void)
{
    put.crc32_back = mc_crc32(put.crc32_back, put.piece, put.piece_count);
    return mc_then(noErr, read_back);
}

static OSErr read_back(void)
{
    mc_incoming *file = &put.file;
    put.piece_count = mc_incoming_at_hand(file, MC_CHUNK_BYTES);
    if (put.piece_count == 0)
        return mc_then(noErr, close_again);
    file->left -= put.piece_count;
    return mc_then(mc_fork_read(&file->forks[file->current], put.piece, put.piece_count), count_piece);
}

static OSErr reopen(void)
{
    mc_incoming_start_at(&put.file, 0);
    return mc_then(mc_incoming_reopen(&put.file), read_back);
}

static OSErr close_written(void)
{
    OSErr err = mc_incoming_close_one(&put.file);
    return err == fnOpnErr ? mc_then(noErr, reopen) : mc_then(err, close_written);
}

/* ---- The end, good or bad ---- */

static OSErr undo(void)
{
    return mc_then(noErr, mc_incoming_discard_step(&put.file) ? undo : NULL);
}

static void keep_or_discard(void);
static const mc_sink file_sink;

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "crc32", put.crc32_back);
    mc_member_boolean(writer, "replaced", put.file.target_exists);
    mc_answer_end(request);
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "put %P, %u bytes", put.file.target.name, put.announced);
}

static void stages_done(mc_request *request)
{
    if (put.received) {
        answer(request);
        return;
    }
    mc_receive_from(request, &file_sink, put.announced, put.kept);
}

static const mc_staged work = {stages_done, undo, keep_or_discard};

/* Once all has arrived there is nothing to resume: what is not in its place yet is not worth the space. */
static void keep_or_discard(void)
{
    if (wanted->resume && put.file.temporary_exists && !put.received)
        mc_incoming_keep(&put.file);
    else
        mc_stages_undo_at_once(&work);
}

/* ---- Receiving ---- */

/* There is more to do about these bytes, in another turn. */
static bool later(mc_failure *failure)
{
    failure->code = MC_OK;
    return false;
}

/* One access to the disk. */
static bool write_fork(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    mc_incoming *file = &put.file;
    OSErr err = mc_fork_write(&file->forks[file->current], bytes, count);
    if (err != noErr)
        return mc_fail_os(failure, err, "writing the file failed");
    file->left -= count;
    put.taken = (uint16_t)(put.taken + count);
    return true;
}

static bool write_forks(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    uint16_t now = mc_incoming_at_hand(&put.file, (uint16_t)(count - put.taken));
    return write_fork(bytes + put.taken, now, failure);
}

static void take_from_header(const mc_macbinary *file)
{
    uint32_t given = wanted->present;
    put.file.sizes[MC_DATA_FORK] = file->data_size;
    put.file.sizes[MC_RESOURCE_FORK] = file->resource_size;
    put.file.type = given & MC_HAS_FS_PUT_TYPE ? wanted->type : file->type;
    put.file.creator = given & MC_HAS_FS_PUT_CREATOR ? wanted->creator : file->creator;
    if (!(given & MC_HAS_FS_PUT_FLAGS))
        put.file.flags = file->flags & FLAGS_TO_GIVE;
    if (!(given & MC_HAS_FS_PUT_CREATED))
        put.file.created = file->created;
    if (!(given & MC_HAS_FS_PUT_MODIFIED))
        put.file.modified = file->modified;
    mc_incoming_start_at(&put.file, 0);
    put.reserve = reserve_data_fork;
}

static bool reserve_fork(mc_failure *failure)
{
    bool is_data = put.reserve == reserve_data_fork;
    OSErr err = put.reserve();
    put.reserve = is_data ? reserve_resource_fork : NULL;
    return err == noErr ? later(failure) : mc_fail_os(failure, err, "making the file failed");
}

/* The CRC of a piece and its way to the disk have a turn each. */
static bool write_fork_of_macbinary(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    if (!put.counted) {
        put.crc32 = mc_crc32(put.crc32, bytes, count);
        put.counted = true;
        return later(failure);
    }
    put.counted = false;
    mc_incoming_at_hand(&put.file, count);
    return write_fork(bytes, count, failure) && mc_stream_pass(&put.stream, bytes, count, failure);
}

static bool write_macbinary(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    if (put.reserve)
        return reserve_fork(failure);
    uint16_t now = mc_stream_at_hand(&put.stream, (uint16_t)(count - put.taken));
    mc_part part = put.stream.part;
    bytes += put.taken;
    if (part == MC_PART_DATA || part == MC_PART_RESOURCE)
        return write_fork_of_macbinary(bytes, now, failure);
    if (!mc_stream_pass(&put.stream, bytes, now, failure))
        return false;
    put.taken = (uint16_t)(put.taken + now);
    if (part == MC_PART_HEADER && put.stream.left == 0)
        take_from_header(&put.stream.file);
    return true;
}

static bool write_piece(const uint8_t *bytes, uint16_t count, mc_failure *failure)
{
    bool ok = is_macbinary() ? write_macbinary(bytes, count, failure) : write_forks(bytes, count, failure);
    if (!ok)
        return false;
    if (put.taken < count || put.reserve)
        return later(failure);
    put.taken = 0;
    return true;
}

static void finish(mc_request *request, uint32_t crc32)
{
    put.received = true;
    if (!is_macbinary())
        put.crc32 = crc32;
    else if (put.stream.comment[0] && !put.comment[0])
        memcpy(put.comment, put.stream.comment, sizeof put.comment);
    put.piece = mc_spare_buffer(request);
    mc_stages_begin(request, &work, close_written, "reading the file back failed");
}

/* A host that no longer sends may be one whose connection is lost. */
static void fail(mc_request *request, const mc_failure *failure)
{
    if (failure->code == MC_TIMEOUT && wanted->resume) {
        keep_or_discard();
        mc_refuse_with(request, failure);
    } else {
        mc_stages_fail(request, &work, failure);
    }
}

static const mc_sink file_sink = {write_piece, finish, fail, keep_or_discard};

/* ---- The request ---- */

/* Whether the place may be taken. */
static bool check_target(const CInfoPBRec *entry, mc_failure *failure)
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

static bool check_found(mc_failure *failure)
{
    *failure = put.found.failure;
    if (put.found.result == MC_LOOKUP_FOUND)
        return check_target(&put.found.entry, failure);
    if (put.found.result == MC_LOOKUP_ABSENT && mc_path_is_folders(wanted->path))
        return mc_fail_with(failure, MC_NOT_A_FILE, "the path ends as a folder's");
    return put.found.result == MC_LOOKUP_ABSENT;
}

/* A target that has changed meanwhile is another target. */
static uint32_t fingerprint(const mc_incoming *file)
{
    const HFileInfo *old = &put.found.entry.hFileInfo;
    uint32_t what[] = {file->sizes[MC_DATA_FORK],
                       file->sizes[MC_RESOURCE_FORK],
                       file->type,
                       file->creator,
                       file->target_exists,
                       file->target_exists ? (uint32_t)old->ioDirID : 0,
                       file->target_exists ? old->ioFlMdDat : 0};
    return mc_crc32(0, (const uint8_t *)what, sizeof what);
}

static void describe(mc_incoming *file)
{
    uint32_t given = wanted->present;
    file->target = put.found.place;
    file->target_exists = put.found.result == MC_LOOKUP_FOUND;
    file->type = wanted->type;
    file->creator = wanted->creator;
    file->flags = (uint16_t)wanted->flags & FLAGS_TO_GIVE;
    file->created = given & MC_HAS_FS_PUT_CREATED ? wanted->created : LMTime;
    file->modified = given & MC_HAS_FS_PUT_MODIFIED ? wanted->modified : LMTime;
    file->sizes[MC_DATA_FORK] = is_macbinary() ? 0 : wanted->data_size;
    file->sizes[MC_RESOURCE_FORK] = wanted->resource_size;
    file->fingerprint = fingerprint(file);
    mc_incoming_name(file);
}

static void found(mc_request *request)
{
    mc_failure failure;
    if (!check_found(&failure)) {
        mc_refuse_with(request, &failure);
        return;
    }
    describe(&put.file);
    mc_release_params(request); /* what else the host sends meanwhile is looked at */
    put.announced = wanted->data_size + wanted->resource_size;
    mc_stream_start(&put.stream, put.announced);
    if (put.file.target_exists && !mc_tree_is_being_deleted())
        mc_protection_begin();
    mc_stages_begin(request, &work, put.file.target_exists ? find_protected : first_stage(), "making the file failed");
}

/* What of a request cannot be, wherever it leads; NULL: nothing. */
static const char *unsuitable(const char **param)
{
    bool has_types = wanted->present & MC_HAS_FS_PUT_TYPE && wanted->present & MC_HAS_FS_PUT_CREATOR;
    *param = "type";
    if (!is_macbinary())
        return has_types ? NULL : "a file needs type and creator, unless it comes as MacBinary";
    *param = "resource_size";
    if (wanted->resource_size)
        return "a MacBinary stream itself says how long the resource fork is";
    *param = "resume";
    if (wanted->resume)
        return "a MacBinary stream cannot be resumed: send the forks";
    *param = "data_size";
    return wanted->data_size < MC_MACBINARY_BLOCK ? "a MacBinary stream has at least a header" : NULL;
}

static bool take_comment(void)
{
    uint16_t length = wanted->present & MC_HAS_FS_PUT_COMMENT
                          ? mc_to_macroman(wanted->comment, put.comment + 1, MC_COMMENT_CHARS)
                          : 0;
    put.comment[0] = (uint8_t)length;
    return length != MC_NOT_MACROMAN;
}

void mc_fs_put(mc_request *request, const void *params)
{
    const char *param;
    wanted = params;
    memset(&put, 0, sizeof put);
    const char *message = unsuitable(&param);
    if (message)
        mc_refuse_param(request, param, message);
    else if (!take_comment())
        mc_refuse_param(request, "comment", "the comment has a character that MacRoman lacks");
    else if (wanted->data_size > LONGEST_FILE || wanted->resource_size > LONGEST_FILE - wanted->data_size)
        mc_refuse(request, MC_DISK_FULL, "no volume can hold so much");
    else
        mc_find_then(request, wanted->path, &put.found, found);
}
