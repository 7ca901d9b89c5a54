/* fs.get: the forks of a file as a stream, the data fork first. */
#include "catalog.h"
#include "fork.h"
#include "os_error.h"

enum { FORKS = 2 };

static struct {
    mc_open_fork forks[FORKS];
    uint32_t left[FORKS]; /* bytes still to be sent */
    uint8_t current;
} get;

static void close_forks(void)
{
    mc_fork_close(&get.forks[MC_DATA_FORK]);
    mc_fork_close(&get.forks[MC_RESOURCE_FORK]);
}

/* Both forks are open before the answer begins, so that what hinders comes as an error response. */
static OSErr open_forks(const FSSpec *place, const HFileInfo *file, mc_fork wanted)
{
    OSErr err = noErr;
    memset(&get, 0, sizeof get);
    if (wanted != MC_FORK_RESOURCE) {
        get.left[MC_DATA_FORK] = file->ioFlLgLen;
        err = mc_fork_open(&get.forks[MC_DATA_FORK], place, MC_DATA_FORK, fsRdPerm);
    }
    if (err == noErr && wanted != MC_FORK_DATA) {
        get.left[MC_RESOURCE_FORK] = file->ioFlRLgLen;
        err = mc_fork_open(&get.forks[MC_RESOURCE_FORK], place, MC_RESOURCE_FORK, fsRdPerm);
    }
    if (err != noErr)
        close_forks();
    return err;
}

/* A fork that is through is closed in a turn of its own: that may go to the disk. */
static mc_source_status close_current(void)
{
    mc_fork_close(&get.forks[get.current]);
    get.current++;
    return get.current == FORKS ? MC_SOURCE_END : MC_SOURCE_UNFINISHED;
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t *left = &get.left[get.current];
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = *left < room ? (uint16_t)*left : room;
    if (count == 0)
        return *left ? MC_SOURCE_CHUNK : close_current();
    OSErr err = mc_fork_read(&get.forks[get.current], chunk + *filled, count);
    if (err != noErr) {
        mc_fail_os(failure, err, "reading the file failed");
        return MC_SOURCE_FAILED;
    }
    *left -= count;
    *filled = (uint16_t)(*filled + count);
    return *filled == MC_CHUNK_BYTES ? MC_SOURCE_CHUNK : MC_SOURCE_UNFINISHED;
}

static const mc_source forks_source = {fill, close_forks};

void mc_fs_get(mc_request *request, const void *params)
{
    const mc_params_fs_get *wanted = params;
    FSSpec place;
    CInfoPBRec entry;
    if (!mc_find_or_refuse(request, wanted->path, &place, &entry))
        return;
    if (mc_is_folder(&entry)) {
        mc_refuse(request, MC_NOT_A_FILE, "only a file has bytes to send");
        return;
    }
    OSErr err = open_forks(&place, &entry.hFileInfo, (mc_fork)wanted->fork);
    if (err != noErr) {
        mc_refuse_os(request, err, "opening the file failed");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "entry");
    mc_write_entry(writer, place.name, &entry);
    mc_member_unsigned(writer, "data_size", get.left[MC_DATA_FORK]);
    mc_member_unsigned(writer, "resource_size", get.left[MC_RESOURCE_FORK]);
    mc_member_binary_sized(writer, "data", get.left[MC_DATA_FORK] + get.left[MC_RESOURCE_FORK]);
    mc_answer_end(request);
    mc_stream(request, &forks_source);
}
