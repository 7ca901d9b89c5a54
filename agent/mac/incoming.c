#include "incoming.h"
#include "catalog.h"
#include "clock.h"

static void prepare(HParamBlockRec *block, const FSSpec *place)
{
    memset(block, 0, sizeof *block);
    block->fileParam.ioNamePtr = (StringPtr)place->name;
    block->fileParam.ioVRefNum = place->vRefNum;
    block->fileParam.ioDirID = place->parID;
}

static OSErr delete_file(const FSSpec *place)
{
    HParamBlockRec block;
    prepare(&block, place);
    return PBHDeleteSync(&block);
}

/* 31 characters; the last eight tell this file from what an earlier crash may have left. */
static void name_temporary(mc_incoming *file)
{
    static const char form[] = "mc-agent incoming file ";
    static const char hex[] = "0123456789ABCDEF";
    uint32_t number = mc_ticks();
    file->temporary = file->target;
    file->temporary.name[0] = MC_NAME_CHARS;
    memcpy(file->temporary.name + 1, form, sizeof form - 1);
    for (uint8_t i = 0; i < 8; i++, number <<= 4)
        file->temporary.name[sizeof form + i] = (uint8_t)hex[number >> 28];
}

OSErr mc_incoming_create(mc_incoming *file)
{
    HParamBlockRec block;
    name_temporary(file);
    prepare(&block, &file->temporary);
    OSErr err = PBHCreateSync(&block);
    if (err == dupFNErr && delete_file(&file->temporary) == noErr)
        err = PBHCreateSync(&block);
    file->temporary_exists = err == noErr;
    return err;
}

/* PBGetCatInfo leaves the file's number where PBSetCatInfo wants the folder's. */
static OSErr dress(const mc_incoming *file, const FSSpec *place, uint16_t flags)
{
    CInfoPBRec entry;
    OSErr err = mc_get_entry(place, &entry);
    if (err != noErr)
        return err;
    entry.hFileInfo.ioDirID = place->parID;
    entry.hFileInfo.ioFlFndrInfo.fdType = file->type;
    entry.hFileInfo.ioFlFndrInfo.fdCreator = file->creator;
    entry.hFileInfo.ioFlFndrInfo.fdFlags = flags;
    entry.hFileInfo.ioFlMdDat = file->modified;
    return PBSetCatInfoSync(&entry);
}

OSErr mc_incoming_dress_temporary(const mc_incoming *file, bool visible)
{
    return dress(file, &file->temporary, visible ? 0 : fInvisible);
}

OSErr mc_incoming_dress_target(const mc_incoming *file)
{
    return dress(file, &file->target, 0);
}

OSErr mc_incoming_reserve(mc_incoming *file, mc_fork_kind kind)
{
    OSErr err = mc_fork_open(&file->forks[kind], &file->temporary, kind, fsRdWrPerm);
    return err == noErr ? mc_fork_set_size(&file->forks[kind], file->sizes[kind]) : err;
}

OSErr mc_incoming_reopen(mc_incoming *file)
{
    OSErr err = mc_fork_open(&file->forks[MC_DATA_FORK], &file->temporary, MC_DATA_FORK, fsRdPerm);
    if (err == noErr)
        err = mc_fork_open(&file->forks[MC_RESOURCE_FORK], &file->temporary, MC_RESOURCE_FORK, fsRdPerm);
    return err;
}

OSErr mc_incoming_close_one(mc_incoming *file)
{
    for (uint8_t kind = 0; kind < MC_FORKS; kind++)
        if (file->forks[kind].reference)
            return mc_fork_close(&file->forks[kind]);
    return fnOpnErr;
}

void mc_incoming_rewind(mc_incoming *file)
{
    file->current = 0;
    file->left = file->sizes[0];
}

uint16_t mc_incoming_at_hand(mc_incoming *file, uint16_t limit)
{
    while (file->left == 0 && file->current < MC_FORKS - 1)
        file->left = file->sizes[++file->current];
    return file->left < limit ? (uint16_t)file->left : limit;
}

OSErr mc_incoming_check_sizes(const mc_incoming *file)
{
    CInfoPBRec entry;
    OSErr err = mc_get_entry(&file->temporary, &entry);
    if (err != noErr)
        return err;
    bool same = entry.hFileInfo.ioFlLgLen == file->sizes[MC_DATA_FORK] &&
                entry.hFileInfo.ioFlRLgLen == file->sizes[MC_RESOURCE_FORK];
    return same ? noErr : eofErr;
}

OSErr mc_incoming_exchange(const mc_incoming *file)
{
    return FSpExchangeFiles(&file->temporary, &file->target);
}

OSErr mc_incoming_delete_target(const mc_incoming *file)
{
    return delete_file(&file->target);
}

OSErr mc_incoming_rename(mc_incoming *file)
{
    HParamBlockRec block;
    prepare(&block, &file->temporary);
    block.ioParam.ioMisc = (Ptr)file->target.name;
    OSErr err = PBHRenameSync(&block);
    if (err == noErr)
        file->temporary_exists = false;
    return err;
}

void mc_incoming_discard(mc_incoming *file)
{
    while (mc_incoming_close_one(file) != fnOpnErr)
        ;
    if (file->temporary_exists)
        delete_file(&file->temporary);
    file->temporary_exists = false;
}
