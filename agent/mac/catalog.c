#include "catalog.h"
#include "os_error.h"
#include "path.h"

OSErr mc_get_entry(const FSSpec *place, CInfoPBRec *entry)
{
    memset(entry, 0, sizeof *entry);
    entry->hFileInfo.ioNamePtr = (StringPtr)place->name;
    entry->hFileInfo.ioVRefNum = place->vRefNum;
    entry->hFileInfo.ioDirID = place->parID;
    return PBGetCatInfoSync(entry);
}

/* Files, chapter 2, PBHGetVInfo: with a negative index the volume is found by its name, which ends with a colon; the name is
   then overwritten with the volume's own spelling. */
static OSErr find_volume(const uint8_t *name, FSSpec *place)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    memcpy(place->name, name, (size_t)name[0] + 1);
    place->name[++place->name[0]] = ':';
    block.volumeParam.ioNamePtr = place->name;
    block.volumeParam.ioVolIndex = -1;
    OSErr err = PBHGetVInfoSync(&block);
    place->vRefNum = block.volumeParam.ioVRefNum;
    place->parID = fsRtParID;
    if (place->name[0] && place->name[place->name[0]] == ':')
        place->name[0]--;
    return err;
}

/* With a negative index the folder itself is meant, and its name is given. */
static OSErr get_root(FSSpec *place, CInfoPBRec *entry)
{
    memset(entry, 0, sizeof *entry);
    entry->dirInfo.ioNamePtr = place->name;
    entry->dirInfo.ioVRefNum = place->vRefNum;
    entry->dirInfo.ioFDirIndex = -1;
    entry->dirInfo.ioDrDirID = fsRtDirID;
    return PBGetCatInfoSync(entry);
}

static mc_lookup enter_volume(mc_path *path, FSSpec *place, CInfoPBRec *entry, mc_failure *failure)
{
    uint8_t name[MC_NAME_CHARS + 1];
    if (!mc_path_next(path, name, failure))
        return MC_LOOKUP_FAILED;
    OSErr err = find_volume(name, place);
    if (err == noErr)
        err = get_root(place, entry);
    if (err == noErr)
        return MC_LOOKUP_FOUND;
    mc_fail_os(failure, err, "there is no such volume");
    return MC_LOOKUP_FAILED;
}

/* From a folder to something inside of it. */
static mc_lookup enter(const uint8_t *name, bool last, FSSpec *place, CInfoPBRec *entry, mc_failure *failure)
{
    if (!mc_is_folder(entry)) {
        mc_fail_with(failure, MC_NOT_A_FOLDER, "the path goes through a file");
        return MC_LOOKUP_FAILED;
    }
    place->parID = entry->dirInfo.ioDrDirID;
    memcpy(place->name, name, (size_t)name[0] + 1);
    OSErr err = mc_get_entry(place, entry);
    if (err == noErr)
        return MC_LOOKUP_FOUND;
    if (err == fnfErr && last)
        return MC_LOOKUP_ABSENT;
    mc_fail_os(failure, err, "there is no such folder in the path");
    return MC_LOOKUP_FAILED;
}

mc_lookup mc_find(mc_slice text, FSSpec *place, CInfoPBRec *entry, mc_failure *failure)
{
    static mc_path path;
    uint8_t name[MC_NAME_CHARS + 1];
    if (!mc_path_start(&path, text, failure))
        return MC_LOOKUP_FAILED;
    mc_lookup result = enter_volume(&path, place, entry, failure);
    while (result == MC_LOOKUP_FOUND && mc_path_next(&path, name, failure))
        result = enter(name, mc_path_is_last(&path), place, entry, failure);
    if (result != MC_LOOKUP_FOUND)
        return result;
    if (!path.ended)
        return MC_LOOKUP_FAILED;
    if (mc_is_folder(entry) || !mc_path_is_folders(text))
        return MC_LOOKUP_FOUND;
    mc_fail_with(failure, MC_NOT_A_FOLDER, "the path ends as a folder's and leads to a file");
    return MC_LOOKUP_FAILED;
}

bool mc_find_or_refuse(mc_request *request, mc_slice path, FSSpec *place, CInfoPBRec *entry)
{
    mc_failure failure;
    mc_lookup result = mc_find(path, place, entry, &failure);
    if (result == MC_LOOKUP_ABSENT)
        mc_fail_os(&failure, fnfErr, "there is nothing of that name");
    if (result != MC_LOOKUP_FOUND)
        mc_refuse_with(request, &failure);
    return result == MC_LOOKUP_FOUND;
}

static void write_file_entry(mc_writer *writer, const HFileInfo *file)
{
    mc_member_text(writer, "kind", mc_entry_kind_names[MC_ENTRY_KIND_FILE]);
    mc_member_ostype(writer, "type", file->ioFlFndrInfo.fdType);
    mc_member_ostype(writer, "creator", file->ioFlFndrInfo.fdCreator);
    mc_member_unsigned(writer, "data_size", file->ioFlLgLen);
    mc_member_unsigned(writer, "resource_size", file->ioFlRLgLen);
    mc_member_boolean(writer, "locked", file->ioFlAttrib & kAttribLocked);
    mc_member_boolean(writer, "invisible", file->ioFlFndrInfo.fdFlags & fInvisible);
    mc_member_unsigned(writer, "flags", file->ioFlFndrInfo.fdFlags);
    mc_member_unsigned(writer, "id", (uint32_t)file->ioDirID);
}

static void write_folder_entry(mc_writer *writer, const DirInfo *folder)
{
    mc_member_text(writer, "kind", mc_entry_kind_names[MC_ENTRY_KIND_FOLDER]);
    mc_member_unsigned(writer, "items", folder->ioDrNmFls);
    mc_member_boolean(writer, "locked", folder->ioFlAttrib & kAttribLocked);
    mc_member_boolean(writer, "invisible", folder->ioDrUsrWds.frFlags & fInvisible);
    mc_member_unsigned(writer, "flags", folder->ioDrUsrWds.frFlags);
    mc_member_unsigned(writer, "id", (uint32_t)folder->ioDrDirID);
}

/* The dates of a folder lie where those of a file do. */
_Static_assert(offsetof(HFileInfo, ioFlCrDat) == offsetof(DirInfo, ioDrCrDat), "creation date");
_Static_assert(offsetof(HFileInfo, ioFlMdDat) == offsetof(DirInfo, ioDrMdDat), "modification date");

void mc_write_entry(mc_writer *writer, const uint8_t *name, const CInfoPBRec *entry)
{
    mc_write_open(writer, '{');
    mc_member_pascal(writer, "name", name);
    if (mc_is_folder(entry))
        write_folder_entry(writer, &entry->dirInfo);
    else
        write_file_entry(writer, &entry->hFileInfo);
    mc_member_unsigned(writer, "created", entry->hFileInfo.ioFlCrDat);
    mc_member_unsigned(writer, "modified", entry->hFileInfo.ioFlMdDat);
    mc_write_close(writer, '}');
}
