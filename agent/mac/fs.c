/* fs.stat, fs.list, fs.delete. */
#include "catalog.h"
#include "clock.h"
#include "os_error.h"

enum {
    ENTRY_BYTES = 512, /* more than any entry takes as JSON */
    PAGE_TICKS = 2, /* a page ends when it has taken so long */
    LAST_INDEX = 32767 /* ioFDirIndex is a signed word */
};

void mc_fs_stat(mc_request *request, const void *params)
{
    const mc_params_fs_stat *stat = params;
    FSSpec place;
    CInfoPBRec entry;
    if (!mc_find_or_refuse(request, stat->path, &place, &entry))
        return;
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "entry");
    mc_write_entry(writer, place.name, &entry);
    mc_answer_end(request);
}

/* ---- fs.list ---- */

/* The index-th thing in a folder, from 1. */
static OSErr get_indexed_entry(int16_t volume, int32_t folder, int16_t index, Str63 name, CInfoPBRec *entry)
{
    memset(entry, 0, sizeof *entry);
    name[0] = 0;
    entry->hFileInfo.ioNamePtr = name;
    entry->hFileInfo.ioVRefNum = volume;
    entry->hFileInfo.ioFDirIndex = index;
    entry->hFileInfo.ioDirID = folder;
    return PBGetCatInfoSync(entry);
}

/* Writes as many entries as there are, fit and can be had in time. Moves *index behind the last; fnfErr when that was the
   folder's last. */
static OSErr write_page(mc_writer *writer, int16_t volume, int32_t folder, uint16_t *index)
{
    uint32_t start = mc_ticks();
    Str63 name;
    CInfoPBRec entry;
    do {
        if (*index >= LAST_INDEX)
            return fnfErr;
        OSErr err = get_indexed_entry(volume, folder, (int16_t)(*index + 1), name, &entry);
        if (err != noErr)
            return err;
        mc_write_entry(writer, name, &entry);
        ++*index;
    } while (mc_writer_room(writer) > ENTRY_BYTES && mc_ticks() - start < PAGE_TICKS);
    return noErr;
}

void mc_fs_list(mc_request *request, const void *params)
{
    const mc_params_fs_list *list = params;
    FSSpec place;
    CInfoPBRec entry;
    uint16_t index = (uint16_t)list->cursor;
    if (!mc_find_or_refuse(request, list->path, &place, &entry))
        return;
    if (!mc_is_folder(&entry)) {
        mc_refuse(request, MC_NOT_A_FOLDER, "only a folder can be listed");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "modified", entry.dirInfo.ioDrMdDat);
    mc_write_key(writer, "entries");
    mc_write_open(writer, '[');
    OSErr err = write_page(writer, place.vRefNum, entry.dirInfo.ioDrDirID, &index);
    mc_write_close(writer, ']');
    if (err == noErr)
        mc_member_unsigned(writer, "cursor", index);
    if (err == noErr || err == fnfErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "reading the folder failed");
}

/* ---- fs.delete ---- */

static OSErr delete_place(const FSSpec *place)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.fileParam.ioNamePtr = (StringPtr)place->name;
    block.fileParam.ioVRefNum = place->vRefNum;
    block.fileParam.ioDirID = place->parID;
    return PBHDeleteSync(&block);
}

/* PBHDelete says fBsyErr of a folder that is not empty as of an open file: so that is looked up first. */
void mc_fs_delete(mc_request *request, const void *params)
{
    const mc_params_fs_delete *delete = params;
    FSSpec place;
    CInfoPBRec entry;
    OSErr err;
    if (!mc_find_or_refuse(request, delete->path, &place, &entry))
        return;
    if (place.parID == fsRtParID) {
        mc_refuse_param(request, "path", "a volume cannot be deleted");
    } else if (mc_is_folder(&entry) && entry.dirInfo.ioDrNmFls > 0) {
        mc_refuse(request, MC_NOT_EMPTY, "the folder still holds something");
    } else if ((err = delete_place(&place)) != noErr) {
        mc_refuse_os(request, err, "deleting failed");
    } else {
        mc_answer(request);
        mc_answer_end(request);
    }
}
