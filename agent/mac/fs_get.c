/*
 * fs.get: a file, or a range of it, as a stream. What would be sent in full is a row of parts, each of bytes of a fork, of a MacBinary
 * header, or of zeros that fill a fork up; a range leaves out the beginning and the end of the row.
 */
#include "catalog.h"
#include "fork.h"
#include "macbinary.h"
#include "os_error.h"

enum { FORKS = 2 };

typedef enum part_kind { HEADER, DATA_FORK, DATA_FILL, RESOURCE_FORK, RESOURCE_FILL, PARTS } part_kind;

static struct {
    mc_found found;
    uint8_t header[MC_MACBINARY_BLOCK];
    mc_open_fork forks[FORKS];
    uint32_t skip[PARTS]; /* how much of each part's beginning is left out */
    uint32_t left[PARTS]; /* bytes still to be sent of each */
    uint8_t current;
} get;

static const mc_params_fs_get *wanted;

static void close_forks(void)
{
    mc_fork_close(&get.forks[MC_DATA_FORK]);
    mc_fork_close(&get.forks[MC_RESOURCE_FORK]);
}

/* ---- Which parts ---- */

static void make_header(const HFileInfo *file)
{
    mc_macbinary binary;
    memset(&binary, 0, sizeof binary);
    memcpy(binary.name, get.found.place.name, (size_t)get.found.place.name[0] + 1);
    binary.type = file->ioFlFndrInfo.fdType;
    binary.creator = file->ioFlFndrInfo.fdCreator;
    binary.flags = file->ioFlFndrInfo.fdFlags;
    binary.script = file->ioFlXFndrInfo[8]; /* fdScript and fdXFlags of FXInfo (Toolbox Essentials, chapter 7) */
    binary.extended_flags = file->ioFlXFndrInfo[9];
    binary.locked = file->ioFlAttrib & kAttribLocked;
    binary.data_size = file->ioFlLgLen;
    binary.resource_size = file->ioFlRLgLen;
    binary.created = file->ioFlCrDat;
    binary.modified = file->ioFlMdDat;
    mc_macbinary_write(&binary, get.header);
}

static uint32_t fill_of(uint32_t size)
{
    return mc_macbinary_padded(size) - size;
}

/* How long each part is in full. */
static void measure(const HFileInfo *file, mc_fork form)
{
    memset(get.left, 0, sizeof get.left);
    memset(get.skip, 0, sizeof get.skip);
    if (form != MC_FORK_RESOURCE)
        get.left[DATA_FORK] = file->ioFlLgLen;
    if (form != MC_FORK_DATA)
        get.left[RESOURCE_FORK] = file->ioFlRLgLen;
    if (form != MC_FORK_MACBINARY)
        return;
    make_header(file);
    get.left[HEADER] = MC_MACBINARY_BLOCK;
    get.left[DATA_FILL] = fill_of(file->ioFlLgLen);
    get.left[RESOURCE_FILL] = fill_of(file->ioFlRLgLen);
}

static uint32_t total(void)
{
    uint32_t sum = 0;
    for (uint8_t part = 0; part < PARTS; part++)
        sum += get.left[part];
    return sum;
}

/* Leaves out what lies before the range and behind it. */
static void cut(uint32_t offset, uint32_t length)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        uint32_t before = offset < get.left[part] ? offset : get.left[part];
        get.skip[part] = before;
        get.left[part] -= before;
        offset -= before;
        if (get.left[part] > length)
            get.left[part] = length;
        length -= get.left[part];
    }
}

/* ---- The stream ---- */

static mc_open_fork *fork_of(part_kind part)
{
    return part == DATA_FORK ? &get.forks[MC_DATA_FORK] : part == RESOURCE_FORK ? &get.forks[MC_RESOURCE_FORK] : NULL;
}

static OSErr copy_bytes(part_kind part, uint8_t *to, uint16_t count)
{
    mc_open_fork *fork = fork_of(part);
    if (fork)
        return mc_fork_read(fork, to, count);
    if (part == HEADER)
        memcpy(to, get.header + get.skip[HEADER], count);
    else
        memset(to, 0, count);
    get.skip[part] += count;
    return noErr;
}

/* A fork that is through is closed in a turn of its own: that may go to the disk. */
static mc_source_status leave_part(void)
{
    mc_open_fork *fork = fork_of((part_kind)get.current);
    if (fork)
        mc_fork_close(fork);
    do
        get.current++;
    while (get.current < PARTS && get.left[get.current] == 0 && !fork_of((part_kind)get.current));
    return get.current == PARTS ? MC_SOURCE_END : MC_SOURCE_UNFINISHED;
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t *left = &get.left[get.current];
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = *left < room ? (uint16_t)*left : room;
    if (count == 0)
        return *left ? MC_SOURCE_CHUNK : leave_part();
    OSErr err = copy_bytes((part_kind)get.current, chunk + *filled, count);
    if (err != noErr) {
        mc_fail_os(failure, err, "reading the file failed");
        return MC_SOURCE_FAILED;
    }
    *left -= count;
    *filled = (uint16_t)(*filled + count);
    return *filled == MC_CHUNK_BYTES ? MC_SOURCE_CHUNK : MC_SOURCE_UNFINISHED;
}

static const mc_source parts_source = {fill, close_forks};

/* ---- The request ---- */

static OSErr open_fork(mc_fork_kind kind, part_kind part)
{
    mc_open_fork *fork = &get.forks[kind];
    if (get.left[part] == 0)
        return noErr;
    OSErr err = mc_fork_open(fork, &get.found.place, kind, fsRdPerm);
    return err == noErr && get.skip[part] ? mc_fork_go_to(fork, get.skip[part]) : err;
}

/* Both forks are open before the answer begins, so that what hinders comes as an error response. */
static OSErr open_forks(void)
{
    memset(get.forks, 0, sizeof get.forks);
    get.current = 0;
    OSErr err = open_fork(MC_DATA_FORK, DATA_FORK);
    if (err == noErr)
        err = open_fork(MC_RESOURCE_FORK, RESOURCE_FORK);
    if (err != noErr)
        close_forks();
    return err;
}

static void answer(mc_request *request, uint32_t data_size, uint32_t resource_size)
{
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "entry");
    mc_write_entry(writer, get.found.place.name, &get.found.entry);
    mc_member_unsigned(writer, "data_size", data_size);
    mc_member_unsigned(writer, "resource_size", resource_size);
    mc_member_binary_sized(writer, "data", total());
    mc_answer_end(request);
    mc_stream(request, &parts_source);
}

static void send(mc_request *request)
{
    measure(&get.found.entry.hFileInfo, (mc_fork)wanted->fork);
    uint32_t data_size = get.left[DATA_FORK], resource_size = get.left[RESOURCE_FORK];
    if (wanted->offset > total()) {
        mc_refuse_param(request, "offset", "the file is not so long");
        return;
    }
    cut(wanted->offset, wanted->length);
    OSErr err = open_forks();
    if (err != noErr)
        mc_refuse_os(request, err, "opening the file failed");
    else
        answer(request, data_size, resource_size);
}

static void nothing_to_undo(void)
{
}

static const mc_worker sending = {send, nothing_to_undo};

static bool has_changed(void)
{
    return wanted->present & MC_HAS_FS_GET_UNCHANGED_SINCE &&
           wanted->unchanged_since != get.found.entry.hFileInfo.ioFlMdDat;
}

static void found(mc_request *request)
{
    if (!mc_found_or_refuse(request, &get.found))
        return;
    if (mc_is_folder(&get.found.entry))
        mc_refuse(request, MC_NOT_A_FILE, "only a file has bytes to send");
    else if (has_changed())
        mc_refuse(request, MC_CHANGED, "the file has been modified since");
    else
        mc_work(request, &sending);
}

void mc_fs_get(mc_request *request, const void *params)
{
    wanted = params;
    mc_find_then(request, wanted->path, &get.found, found);
}
