#include "incoming.h"
#include "catalog.h"
#include "clock.h"
#include "crc32.h"

/* What marks a kept file; its creation date is the fingerprint. */
enum { KEPT_TYPE = 'mcKp', OWN_CREATOR = 'mcAg' };

/* The same for every put to one target, in whatever case its name is written, so that no more than one file is ever left. */
void mc_incoming_name(mc_incoming *file)
{
    uint8_t name[MC_NAME_CHARS];
    uint8_t length = file->target.name[0];
    for (uint8_t i = 0; i < length; i++) {
        uint8_t character = file->target.name[i + 1];
        name[i] = character >= 'a' && character <= 'z' ? (uint8_t)(character - 'a' + 'A') : character;
    }
    mc_name_beside(&file->target, "mc-agent incoming file ", mc_crc32(0, name, length), &file->temporary);
}

OSErr mc_incoming_create(mc_incoming *file)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.fileParam.ioNamePtr = file->temporary.name;
    block.fileParam.ioVRefNum = file->temporary.vRefNum;
    block.fileParam.ioDirID = file->temporary.parID;
    OSErr err = PBHCreateSync(&block);
    file->temporary_exists = err == noErr;
    return err;
}

OSErr mc_incoming_delete_stale(mc_incoming *file)
{
    return mc_delete_place(&file->temporary);
}

/* PBGetCatInfo leaves the file's number where PBSetCatInfo wants the folder's. */
static OSErr set_entry(const FSSpec *place, CInfoPBRec *entry)
{
    entry->hFileInfo.ioDirID = place->parID;
    return PBSetCatInfoSync(entry);
}

static OSErr dress(const mc_incoming *file, const FSSpec *place)
{
    CInfoPBRec entry;
    OSErr err = mc_get_entry(place, &entry);
    if (err != noErr)
        return err;
    entry.hFileInfo.ioFlFndrInfo.fdType = file->type;
    entry.hFileInfo.ioFlFndrInfo.fdCreator = file->creator;
    entry.hFileInfo.ioFlFndrInfo.fdFlags = file->flags;
    entry.hFileInfo.ioFlCrDat = file->created;
    entry.hFileInfo.ioFlMdDat = file->modified;
    return set_entry(place, &entry);
}

OSErr mc_incoming_dress(const mc_incoming *file)
{
    return dress(file, &file->temporary);
}

static OSErr mark(const mc_incoming *file, OSType type)
{
    CInfoPBRec entry;
    OSErr err = mc_get_entry(&file->temporary, &entry);
    if (err != noErr)
        return err;
    entry.hFileInfo.ioFlFndrInfo.fdType = type;
    entry.hFileInfo.ioFlFndrInfo.fdCreator = OWN_CREATOR;
    entry.hFileInfo.ioFlFndrInfo.fdFlags = fInvisible;
    entry.hFileInfo.ioFlCrDat = file->fingerprint;
    return set_entry(&file->temporary, &entry);
}

OSErr mc_incoming_hide(const mc_incoming *file)
{
    return mark(file, 0);
}

bool mc_incoming_find_kept(mc_incoming *file, uint32_t *bytes)
{
    CInfoPBRec entry;
    const HFileInfo *kept = &entry.hFileInfo;
    if (mc_get_entry(&file->temporary, &entry) != noErr || mc_is_folder(&entry))
        return false;
    uint32_t data = kept->ioFlLgLen, resource = kept->ioFlRLgLen;
    if (kept->ioFlFndrInfo.fdType != KEPT_TYPE || kept->ioFlFndrInfo.fdCreator != OWN_CREATOR ||
        kept->ioFlCrDat != file->fingerprint || data > file->sizes[MC_DATA_FORK] ||
        resource > file->sizes[MC_RESOURCE_FORK] || (resource > 0 && data < file->sizes[MC_DATA_FORK]))
        return false;
    file->temporary_exists = true;
    *bytes = data + resource;
    return true;
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

void mc_incoming_start_at(mc_incoming *file, uint32_t bytes)
{
    bool in_data = bytes < file->sizes[MC_DATA_FORK];
    file->current = in_data ? MC_DATA_FORK : MC_RESOURCE_FORK;
    file->left = in_data ? file->sizes[MC_DATA_FORK] - bytes
                         : file->sizes[MC_RESOURCE_FORK] - (bytes - file->sizes[MC_DATA_FORK]);
}

uint16_t mc_incoming_at_hand(mc_incoming *file, uint16_t limit)
{
    while (file->left == 0 && file->current < MC_FORKS - 1)
        file->left = file->sizes[++file->current];
    return file->left < limit ? (uint16_t)file->left : limit;
}

OSErr mc_incoming_go_to_start(mc_incoming *file)
{
    uint32_t position = file->sizes[file->current] - file->left;
    return position ? mc_fork_go_to(&file->forks[file->current], position) : noErr;
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
    OSErr err = dress(file, &file->target);
    if (err == noErr)
        file->exchanged = false;
    return err;
}

/* "Function not supported by volume" and "not an HFS volume" (Files, chapter 2, FSpExchangeFiles); an external file system. */
bool mc_incoming_cannot_exchange(OSErr err)
{
    return err == paramErr || err == extFSErr || err == wrgVolTypErr;
}

OSErr mc_incoming_set_aside(mc_incoming *file)
{
    FSSpec name;
    file->aside = file->target;
    mc_name_beside(&file->target, "mc-agent replaced file ", mc_ticks(), &name);
    OSErr err = mc_rename_place(&file->aside, name.name);
    file->set_aside = err == noErr;
    return err;
}

OSErr mc_incoming_rename(mc_incoming *file)
{
    FSSpec place = file->temporary;
    OSErr err = mc_rename_place(&place, file->target.name);
    if (err != noErr)
        return err;
    file->temporary = file->aside;
    file->temporary_exists = file->set_aside;
    file->set_aside = false;
    return noErr;
}

OSErr mc_incoming_delete(mc_incoming *file)
{
    OSErr err = file->temporary_exists ? mc_delete_place(&file->temporary) : noErr;
    if (err == noErr)
        file->temporary_exists = false;
    return err;
}

/* What could not be put back is kept under its strange name: better a stray file than a lost one. */
bool mc_incoming_discard_step(mc_incoming *file)
{
    if (mc_incoming_close_one(file) != fnOpnErr)
        return true;
    if (file->exchanged) {
        file->exchanged = false;
        file->temporary_exists = FSpExchangeFiles(&file->temporary, &file->target) == noErr;
        return true;
    }
    if (file->set_aside) {
        file->set_aside = false;
        mc_rename_place(&file->aside, file->target.name);
        return true;
    }
    mc_incoming_delete(file);
    return false;
}

/* How much of a fork has arrived. */
static uint32_t arrived(const mc_incoming *file, uint8_t kind)
{
    if (kind == file->current)
        return file->sizes[kind] - file->left;
    return kind < file->current ? file->sizes[kind] : 0;
}

void mc_incoming_keep(mc_incoming *file)
{
    OSErr err = noErr;
    for (uint8_t kind = 0; kind < MC_FORKS; kind++) {
        if (err == noErr && file->forks[kind].reference)
            err = mc_fork_set_size(&file->forks[kind], arrived(file, kind));
        OSErr close_err = mc_fork_close(&file->forks[kind]);
        err = err == noErr ? close_err : err;
    }
    if (err == noErr)
        err = mark(file, KEPT_TYPE);
    if (err == noErr)
        return;
    while (mc_incoming_discard_step(file))
        ;
}
