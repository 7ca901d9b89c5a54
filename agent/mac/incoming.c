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
static void name_beside(const FSSpec *target, const char *form, FSSpec *place)
{
    static const char hex[] = "0123456789ABCDEF";
    uint32_t number = mc_ticks();
    uint8_t *digits = place->name + 1 + MC_NAME_CHARS - 8;
    *place = *target;
    place->name[0] = MC_NAME_CHARS;
    memcpy(place->name + 1, form, MC_NAME_CHARS - 8);
    for (uint8_t i = 0; i < 8; i++, number <<= 4)
        digits[i] = (uint8_t)hex[number >> 28];
}

OSErr mc_incoming_create(mc_incoming *file)
{
    HParamBlockRec block;
    name_beside(&file->target, "mc-agent incoming file ", &file->temporary);
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

OSErr mc_incoming_dress(const mc_incoming *file, bool visible)
{
    return dress(file, &file->temporary, visible ? 0 : fInvisible);
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

OSErr mc_incoming_exchange(mc_incoming *file)
{
    OSErr err = FSpExchangeFiles(&file->temporary, &file->target);
    file->exchanged = err == noErr;
    return err;
}

OSErr mc_incoming_settle(mc_incoming *file)
{
    OSErr err = dress(file, &file->target, 0);
    if (err == noErr)
        file->exchanged = false;
    return err;
}

/* "Function not supported by volume" and "not an HFS volume" (Files, chapter 2, FSpExchangeFiles); an external file system. */
bool mc_incoming_cannot_exchange(OSErr err)
{
    return err == paramErr || err == extFSErr || err == wrgVolTypErr;
}

static OSErr rename(const FSSpec *from, const FSSpec *to)
{
    HParamBlockRec block;
    prepare(&block, from);
    block.ioParam.ioMisc = (Ptr)to->name;
    return PBHRenameSync(&block);
}

OSErr mc_incoming_set_aside(mc_incoming *file)
{
    name_beside(&file->target, "mc-agent replaced file ", &file->aside);
    OSErr err = rename(&file->target, &file->aside);
    file->set_aside = err == noErr;
    return err;
}

OSErr mc_incoming_rename(mc_incoming *file)
{
    OSErr err = rename(&file->temporary, &file->target);
    if (err != noErr)
        return err;
    file->temporary = file->aside;
    file->temporary_exists = file->set_aside;
    file->set_aside = false;
    return noErr;
}

OSErr mc_incoming_delete(mc_incoming *file)
{
    OSErr err = file->temporary_exists ? delete_file(&file->temporary) : noErr;
    if (err == noErr)
        file->temporary_exists = false;
    return err;
}

/* What could not be put back is kept under its strange name: better a stray file than a lost one. */
void mc_incoming_discard(mc_incoming *file)
{
    while (mc_incoming_close_one(file) != fnOpnErr)
        ;
    if (file->exchanged && FSpExchangeFiles(&file->temporary, &file->target) != noErr)
        file->temporary_exists = false;
    if (file->set_aside)
        rename(&file->aside, &file->target);
    mc_incoming_delete(file);
    file->exchanged = false;
    file->set_aside = false;
}
