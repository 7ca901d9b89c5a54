/*
 * The file is kept from one use to the next: writing it takes several accesses to the disk, looking at it few. It is compared byte by
 * byte, so that one that was cut short, or belongs to another version, is written again.
 */
#include "helper_file.h"
#include "MacMemory.h"
#include "Resources.h"
#include "catalog.h"
#include "clipboard_events.h"
#include "fork.h"
#include "own_file.h"

enum { CARRIED_TYPE = 'mcHp', CARRIED_ID = 128 };

typedef OSErr (*stage)(void);

static struct {
    stage next; /* NULL before and behind all of them */
    bool ready;
    mc_open_fork fork;
    uint32_t at;
    uint8_t *piece; /* MC_CHUNK_BYTES that somebody lends */
} file;

static OSErr then(OSErr err, stage next)
{
    file.next = next;
    return err;
}

OSErr mc_helper_file_place(FSSpec *place)
{
    static uint8_t name[] = "\14mc-clipboard"; /* a Pascal string */
    HParamBlockRec block;
    OSErr err = mc_own_file(&block, name);
    place->vRefNum = block.fileParam.ioVRefNum;
    place->parID = block.fileParam.ioDirID;
    memcpy(place->name, name, sizeof name);
    return err;
}

/* The resource is purgeable: its handle is good for one turn. */
static OSErr get_carried(Handle *carried, uint32_t *size)
{
    *carried = Get1Resource(CARRIED_TYPE, CARRIED_ID);
    if (!*carried || !**carried)
        return ResError() != noErr ? ResError() : resNotFound;
    *size = (uint32_t)GetResourceSizeOnDisk(*carried);
    return noErr;
}

static OSErr get_piece(Handle *carried, uint16_t *count)
{
    uint32_t size;
    OSErr err = get_carried(carried, &size);
    uint32_t left = err == noErr ? size - file.at : 0;
    *count = left < MC_CHUNK_BYTES ? (uint16_t)left : MC_CHUNK_BYTES;
    return err;
}

static OSErr finish(void)
{
    Handle carried;
    uint32_t size;
    OSErr err = mc_fork_close(&file.fork);
    if (err == noErr && get_carried(&carried, &size) == noErr)
        ReleaseResource(carried);
    file.ready = err == noErr;
    return then(err, NULL);
}

/* ---- Writing it ---- */

static OSErr write_piece(void)
{
    Handle carried;
    uint16_t count;
    OSErr err = get_piece(&carried, &count);
    if (err != noErr || count == 0)
        return then(err, finish);
    memcpy(file.piece, *carried + file.at, count);
    file.at += count;
    return then(mc_fork_write(&file.fork, file.piece, count), write_piece);
}

static OSErr open_for_writing(void)
{
    FSSpec place;
    OSErr err = mc_helper_file_place(&place);
    file.at = 0;
    return then(err == noErr ? mc_fork_open(&file.fork, &place, MC_RESOURCE_FORK, fsRdWrPerm) : err, write_piece);
}

static OSErr prepare(FSSpec *place, HParamBlockRec *block)
{
    OSErr err = mc_helper_file_place(place);
    memset(block, 0, sizeof *block);
    block->fileParam.ioNamePtr = place->name;
    block->fileParam.ioVRefNum = place->vRefNum;
    block->fileParam.ioDirID = place->parID;
    return err;
}

static OSErr dress(void)
{
    FSSpec place;
    HParamBlockRec block;
    OSErr err = prepare(&place, &block);
    block.fileParam.ioFlFndrInfo.fdType = 'APPL';
    block.fileParam.ioFlFndrInfo.fdCreator = MC_HELPER_CREATOR;
    return then(err == noErr ? PBHSetFInfoSync(&block) : err, open_for_writing);
}

static OSErr create(void)
{
    FSSpec place;
    HParamBlockRec block;
    OSErr err = prepare(&place, &block);
    return then(err == noErr ? PBHCreateSync(&block) : err, dress);
}

/* What stands there has our name and is not what we carry. */
static OSErr delete_old(void)
{
    FSSpec place;
    OSErr err = mc_fork_close(&file.fork);
    if (err == noErr)
        err = mc_helper_file_place(&place);
    if (err == noErr)
        err = mc_delete_place(&place);
    return then(err, create);
}

/* ---- Comparing it ---- */

static OSErr read_piece(void);

static OSErr compare_piece(void)
{
    Handle carried;
    uint16_t count;
    OSErr err = get_piece(&carried, &count);
    if (err == noErr && memcmp(file.piece, *carried + file.at, count) != 0)
        return then(noErr, delete_old);
    file.at += count;
    return then(err, read_piece);
}

/* The way from the disk and the comparison have a turn each. */
static OSErr read_piece(void)
{
    Handle carried;
    uint16_t count;
    OSErr err = get_piece(&carried, &count);
    if (err != noErr || count == 0)
        return then(err, finish);
    return then(noErr, mc_fork_read(&file.fork, file.piece, count) == noErr ? compare_piece : delete_old);
}

static OSErr open_for_reading(void)
{
    FSSpec place;
    OSErr err = mc_helper_file_place(&place);
    file.at = 0;
    return then(err == noErr ? mc_fork_open(&file.fork, &place, MC_RESOURCE_FORK, fsRdPerm) : err, read_piece);
}

static OSErr look(void)
{
    FSSpec place;
    CInfoPBRec entry;
    Handle carried;
    uint32_t size = 0;
    OSErr err = get_carried(&carried, &size);
    if (err == noErr)
        err = mc_helper_file_place(&place);
    if (err != noErr)
        return err;
    err = mc_get_entry(&place, &entry);
    if (err == fnfErr)
        return then(noErr, create);
    bool same_size = entry.hFileInfo.ioFlRLgLen == size && entry.hFileInfo.ioFlFndrInfo.fdType == 'APPL';
    return then(err, same_size ? open_for_reading : delete_old);
}

void mc_helper_file_lend(uint8_t *spare)
{
    file.piece = spare;
}

OSErr mc_helper_file_step(void)
{
    file.ready = false;
    return file.next ? file.next() : look();
}

bool mc_helper_file_is_ready(void)
{
    return file.ready;
}

void mc_helper_file_abandon(void)
{
    mc_fork_close(&file.fork);
    file.next = NULL;
}
