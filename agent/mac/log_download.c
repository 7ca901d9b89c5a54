/* log.download: a file of the log as a stream. */
#include "fork.h"
#include "log_file.h"
#include "os_error.h"

static struct {
    uint8_t file;
    mc_open_fork fork;
    uint32_t left;
} download;

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint16_t count = download.left < MC_CHUNK_BYTES ? (uint16_t)download.left : MC_CHUNK_BYTES;
    OSErr err = mc_fork_read(&download.fork, chunk, count);
    if (err != noErr) {
        mc_fail_os(failure, err, "reading the log failed");
        return MC_SOURCE_FAILED;
    }
    *filled = count;
    download.left -= count;
    return download.left ? MC_SOURCE_CHUNK : MC_SOURCE_END;
}

static void close_log(void)
{
    mc_fork_close(&download.fork);
    mc_log_file_keep(false);
}

static const mc_source log_source = {fill, close_log};

/* As long as it is now: what is appended meanwhile is for the next time. */
static OSErr open_log(void)
{
    HParamBlockRec block;
    FSSpec place;
    uint8_t *name = mc_log_file_name(download.file);
    OSErr err = mc_own_file(&block, name);
    if (err != noErr)
        return err;
    place.vRefNum = block.fileParam.ioVRefNum;
    place.parID = block.fileParam.ioDirID;
    memcpy(place.name, name, (size_t)name[0] + 1);
    err = mc_fork_open(&download.fork, &place, MC_DATA_FORK, fsRdPerm);
    if (err == noErr)
        err = mc_fork_get_size(&download.fork, &download.left);
    if (err != noErr)
        close_log();
    return err;
}

static void send(mc_request *request)
{
    OSErr err = open_log();
    if (err != noErr) {
        mc_refuse_os(request, err, "opening the log failed");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_member_binary_sized(writer, "data", download.left);
    mc_answer_end(request);
    mc_stream(request, &log_source);
}

/* What is still in memory goes to the file first. */
static void step(mc_request *request)
{
    if (download.file != 0 || !mc_log_file_write_now())
        send(request);
}

static void abandon(void)
{
    mc_log_file_keep(false);
}

static const mc_worker drain = {step, abandon};

void mc_log_download(mc_request *request, const void *params)
{
    const mc_params_log_download *wanted = params;
    memset(&download, 0, sizeof download);
    download.file = (uint8_t)wanted->file;
    mc_log_file_keep(true);
    mc_work(request, &drain);
}
