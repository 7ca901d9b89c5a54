#include "catalog.h"
#include "os_error.h"

enum {
    NAMES_A_TURN = 8,
    LONG_PATH = 120 /* characters; a longer one is begun in a turn of its own */
};

OSErr mc_get_entry(const FSSpec *place, CInfoPBRec *entry)
{
    memset(entry, 0, sizeof *entry);
    entry->hFileInfo.ioNamePtr = (StringPtr)place->name;
    entry->hFileInfo.ioVRefNum = place->vRefNum;
    entry->hFileInfo.ioDirID = place->parID;
    return PBGetCatInfoSync(entry);
}

OSErr mc_get_indexed_entry(int16_t volume, int32_t folder, int16_t index, Str63 name, CInfoPBRec *entry)
{
    memset(entry, 0, sizeof *entry);
    name[0] = 0;
    entry->hFileInfo.ioNamePtr = name;
    entry->hFileInfo.ioVRefNum = volume;
    entry->hFileInfo.ioFDirIndex = index;
    entry->hFileInfo.ioDirID = folder;
    return PBGetCatInfoSync(entry);
}

/* With a negative index the folder itself is meant, and its name is given. */
OSErr mc_get_folder(int16_t volume, int32_t folder, FSSpec *place, CInfoPBRec *entry)
{
    OSErr err = mc_get_indexed_entry(volume, folder, -1, place->name, entry);
    place->vRefNum = volume;
    place->parID = entry->dirInfo.ioDrParID;
    return err;
}

/* ---- Looking a path up ---- */

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
    return err;
}

static void fail(mc_found *found, OSErr err, const char *message)
{
    mc_fail_os(&found->failure, err, message);
    found->result = MC_LOOKUP_FAILED;
}

void mc_enter_volume(mc_path *path, mc_found *found)
{
    uint8_t name[MC_NAME_CHARS + 1];
    found->result = MC_LOOKUP_FAILED;
    if (!mc_path_next(path, name, &found->failure))
        return;
    OSErr err = find_volume(name, &found->place);
    if (err == noErr)
        err = mc_get_folder(found->place.vRefNum, fsRtDirID, &found->place, &found->entry);
    found->place.parID = fsRtParID;
    if (err != noErr)
        fail(found, err, "there is no such volume");
    else
        found->result = MC_LOOKUP_FOUND;
}

void mc_enter(const uint8_t *name, bool last, mc_found *found)
{
    FSSpec *place = &found->place;
    if (!mc_is_folder(&found->entry)) {
        mc_fail_with(&found->failure, MC_NOT_A_FOLDER, "the path goes through a file");
        found->result = MC_LOOKUP_FAILED;
        return;
    }
    place->parID = found->entry.dirInfo.ioDrDirID;
    memcpy(place->name, name, (size_t)name[0] + 1);
    OSErr err = mc_get_entry(place, &found->entry);
    if (err == fnfErr && last)
        found->result = MC_LOOKUP_ABSENT;
    else if (err != noErr)
        fail(found, err, "there is no such folder in the path");
}

static struct {
    mc_path path;
    mc_slice text;
    mc_found *found;
    void (*then)(mc_request *request);
    bool begun;
} lookup;

static void begin(void)
{
    mc_found *found = lookup.found;
    lookup.begun = true;
    found->result = MC_LOOKUP_FAILED;
    if (mc_path_start(&lookup.path, lookup.text, &found->failure))
        mc_enter_volume(&lookup.path, found);
}

/* The path has ended at something: does it end as what is there? */
static void check_end(mc_found *found)
{
    if (!lookup.path.ended) {
        found->result = MC_LOOKUP_FAILED;
    } else if (!mc_is_folder(&found->entry) && mc_path_is_folders(lookup.text)) {
        mc_fail_with(&found->failure, MC_NOT_A_FOLDER, "the path ends as a folder's and leads to a file");
        found->result = MC_LOOKUP_FAILED;
    }
}

/* Whether the lookup has ended. */
static bool look_further(void)
{
    mc_found *found = lookup.found;
    uint8_t name[MC_NAME_CHARS + 1];
    if (!lookup.begun)
        begin();
    for (uint8_t names = 0; names < NAMES_A_TURN && found->result == MC_LOOKUP_FOUND; names++) {
        if (!mc_path_next(&lookup.path, name, &found->failure)) {
            check_end(found);
            return true;
        }
        mc_enter(name, mc_path_is_last(&lookup.path), found);
    }
    return found->result != MC_LOOKUP_FOUND;
}

static void step(mc_request *request)
{
    if (look_further())
        lookup.then(request);
}

static void abandon(void)
{
}

static const mc_worker looking = {step, abandon};

void mc_find_then(mc_request *request, mc_slice path, mc_found *found, void (*then)(mc_request *request))
{
    lookup.text = path;
    lookup.found = found;
    lookup.then = then;
    lookup.begun = false;
    mc_keep_params(request);
    mc_work(request, &looking);
    if (path.length <= LONG_PATH)
        step(request);
}

bool mc_found_or_refuse(mc_request *request, const mc_found *found)
{
    mc_failure failure = found->failure;
    if (found->result == MC_LOOKUP_FOUND)
        return true;
    if (found->result == MC_LOOKUP_ABSENT)
        mc_fail_os(&failure, fnfErr, "there is nothing of that name");
    mc_refuse_with(request, &failure);
    return false;
}

/* ---- Writing an entry ---- */

static void write_file_entry(mc_writer *writer, const HFileInfo *file)
{
    mc_member_text(writer, "kind", mc_word(mc_entry_kind_names, MC_ENTRY_KIND_FILE));
    mc_member_ostype(writer, "type", file->ioFlFndrInfo.fdType);
    mc_member_ostype(writer, "creator", file->ioFlFndrInfo.fdCreator);
    mc_member_unsigned(writer, "data_size", file->ioFlLgLen);
    mc_member_unsigned(writer, "resource_size", file->ioFlRLgLen);
    mc_member_boolean(writer, "invisible", file->ioFlFndrInfo.fdFlags & fInvisible);
    mc_member_unsigned(writer, "flags", file->ioFlFndrInfo.fdFlags);
}

static void write_folder_entry(mc_writer *writer, const DirInfo *folder)
{
    mc_member_text(writer, "kind", mc_word(mc_entry_kind_names, MC_ENTRY_KIND_FOLDER));
    mc_member_unsigned(writer, "items", folder->ioDrNmFls);
    mc_member_boolean(writer, "invisible", folder->ioDrUsrWds.frFlags & fInvisible);
    mc_member_unsigned(writer, "flags", folder->ioDrUsrWds.frFlags);
}

/* The number, the lock and the dates of a folder lie where those of a file do. */
_Static_assert(offsetof(HFileInfo, ioDirID) == offsetof(DirInfo, ioDrDirID), "number");
_Static_assert(offsetof(HFileInfo, ioFlAttrib) == offsetof(DirInfo, ioFlAttrib), "attributes");
_Static_assert(offsetof(HFileInfo, ioFlCrDat) == offsetof(DirInfo, ioDrCrDat), "creation date");
_Static_assert(offsetof(HFileInfo, ioFlMdDat) == offsetof(DirInfo, ioDrMdDat), "modification date");
_Static_assert(offsetof(HFileInfo, ioFlBkDat) == offsetof(DirInfo, ioDrBkDat), "backup date");

void mc_write_entry(mc_writer *writer, const uint8_t *name, const CInfoPBRec *entry)
{
    const HFileInfo *common = &entry->hFileInfo;
    mc_write_open(writer, '{');
    mc_member_pascal(writer, "name", name);
    if (mc_is_folder(entry))
        write_folder_entry(writer, &entry->dirInfo);
    else
        write_file_entry(writer, common);
    mc_member_boolean(writer, "locked", common->ioFlAttrib & kAttribLocked);
    mc_member_unsigned(writer, "id", (uint32_t)mc_entry_id(entry));
    mc_member_unsigned(writer, "created", common->ioFlCrDat);
    mc_member_unsigned(writer, "modified", common->ioFlMdDat);
    if (common->ioFlBkDat)
        mc_member_unsigned(writer, "backed_up", common->ioFlBkDat);
    mc_write_close(writer, '}');
}

/* ---- Changes ---- */

static void prepare(HParamBlockRec *block, const FSSpec *place)
{
    memset(block, 0, sizeof *block);
    block->fileParam.ioNamePtr = (StringPtr)place->name;
    block->fileParam.ioVRefNum = place->vRefNum;
    block->fileParam.ioDirID = place->parID;
}

OSErr mc_delete_place(const FSSpec *place)
{
    HParamBlockRec block;
    prepare(&block, place);
    return PBHDeleteSync(&block);
}

OSErr mc_rename_place(FSSpec *place, const uint8_t *name)
{
    HParamBlockRec block;
    prepare(&block, place);
    block.ioParam.ioMisc = (Ptr)name;
    OSErr err = PBHRenameSync(&block);
    if (err == noErr)
        memcpy(place->name, name, (size_t)name[0] + 1);
    return err;
}

OSErr mc_move_place(FSSpec *place, int32_t folder)
{
    CMovePBRec block;
    memset(&block, 0, sizeof block);
    block.ioNamePtr = place->name;
    block.ioVRefNum = place->vRefNum;
    block.ioDirID = place->parID;
    block.ioNewDirID = folder;
    OSErr err = PBCatMoveSync(&block);
    if (err == noErr)
        place->parID = folder;
    return err;
}

OSErr mc_make_folder(const FSSpec *place, int32_t *folder)
{
    HParamBlockRec block;
    prepare(&block, place);
    OSErr err = PBDirCreateSync(&block);
    *folder = block.fileParam.ioDirID;
    return err;
}

OSErr mc_flush_volume(int16_t volume)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.ioParam.ioVRefNum = volume;
    return PBFlushVolSync(&block);
}

void mc_name_beside(const FSSpec *target, const char *form, uint32_t number, FSSpec *place)
{
    static const char hex[] = "0123456789ABCDEF";
    uint8_t *digits = place->name + 1 + MC_NAME_CHARS - 8;
    *place = *target;
    place->name[0] = MC_NAME_CHARS;
    memcpy(place->name + 1, form, MC_NAME_CHARS - 8);
    for (uint8_t i = 0; i < 8; i++, number <<= 4)
        digits[i] = (uint8_t)hex[number >> 28];
}
