/* fs.stat, fs.list. */
#include "catalog.h"
#include "clock.h"
#include "desktop_db.h"
#include "os_error.h"

enum {
    ENTRY_BYTES = 512, /* more than any entry takes as JSON */
    PAGE_TICKS = 2, /* a page ends when it has taken so long */
    LAST_INDEX = 32767 /* ioFDirIndex is a signed word */
};

static struct {
    mc_found found;
    uint16_t cursor; /* of fs.list: how many entries of the folder have been told */
} fs;

static void nothing_to_undo(void)
{
}

/* ---- fs.stat ---- */

/* The comment is another access to the disk, so it has a turn of its own. */
static void answer_stat(mc_request *request)
{
    Str255 comment;
    bool has_comment = mc_get_comment(&fs.found.place, comment) == noErr && comment[0] > 0;
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "entry");
    mc_write_entry(writer, fs.found.place.name, &fs.found.entry);
    if (has_comment)
        mc_member_pascal(writer, "comment", comment);
    mc_answer_end(request);
}

static const mc_worker stat_worker = {answer_stat, nothing_to_undo};

static void stat_found(mc_request *request)
{
    if (mc_found_or_refuse(request, &fs.found))
        mc_work(request, &stat_worker);
}

void mc_fs_stat(mc_request *request, const void *params)
{
    const mc_params_fs_stat *stat = params;
    mc_find_then(request, stat->path, &fs.found, stat_found);
}

/* ---- fs.list ---- */

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
        OSErr err = mc_get_indexed_entry(volume, folder, (int16_t)(*index + 1), name, &entry);
        if (err != noErr)
            return err;
        mc_write_entry(writer, name, &entry);
        ++*index;
    } while (mc_writer_room(writer) > ENTRY_BYTES && mc_ticks() - start < PAGE_TICKS);
    return noErr;
}

static void answer_list(mc_request *request)
{
    const DirInfo *folder = &fs.found.entry.dirInfo;
    uint16_t index = fs.cursor;
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "modified", folder->ioDrMdDat);
    mc_write_key(writer, "entries");
    mc_write_open(writer, '[');
    OSErr err = write_page(writer, fs.found.place.vRefNum, folder->ioDrDirID, &index);
    mc_write_close(writer, ']');
    if (err == noErr)
        mc_member_unsigned(writer, "cursor", index);
    if (err == noErr || err == fnfErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "reading the folder failed");
}

static const mc_worker list_worker = {answer_list, nothing_to_undo};

static void list_found(mc_request *request)
{
    if (!mc_found_or_refuse(request, &fs.found))
        return;
    if (mc_is_folder(&fs.found.entry))
        mc_work(request, &list_worker);
    else
        mc_refuse(request, MC_NOT_A_FOLDER, "only a folder can be listed");
}

void mc_fs_list(mc_request *request, const void *params)
{
    const mc_params_fs_list *list = params;
    fs.cursor = (uint16_t)list->cursor;
    mc_find_then(request, list->path, &fs.found, list_found);
}
