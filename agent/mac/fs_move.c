/*
 * fs.move: rename, move, or both. A file that is to be replaced waits under another name until what replaces it is in its place; what
 * is moved goes under its old name, or under a temporary one where the other folder has that name already, and gets the new one
 * last. Whatever fails, the steps are taken back.
 */
#include "catalog.h"
#include "clock.h"
#include "log.h"
#include "os_error.h"
#include "protected.h"
#include "stages.h"

static struct {
    mc_found from;
    mc_found to;
    bool replace;
    FSSpec at; /* where it is at the moment */
    Str63 on_the_way; /* the name under which it changes folders */
    FSSpec aside; /* where the file to be replaced waits */
    bool set_aside;
    bool in_place; /* nothing is taken back any more */
    bool replaced;
} move;

static bool same_name(const uint8_t *left, const uint8_t *right)
{
    return left[0] == right[0] && memcmp(left, right, (size_t)left[0] + 1) == 0;
}

/* ---- Back ---- */

static OSErr restore_aside(void)
{
    if (move.set_aside)
        mc_rename_place(&move.aside, move.to.place.name);
    return mc_then(noErr, NULL);
}

/* One step back. What cannot be put back is left where it is: better under a strange name than lost. */
static OSErr undo(void)
{
    OSErr err = noErr;
    if (move.in_place)
        return mc_then(noErr, NULL);
    bool moved = move.at.parID != move.from.place.parID;
    if (moved && !same_name(move.at.name, move.on_the_way))
        err = mc_rename_place(&move.at, move.on_the_way);
    else if (moved)
        err = mc_move_place(&move.at, move.from.place.parID);
    else if (!same_name(move.at.name, move.from.place.name))
        err = mc_rename_place(&move.at, move.from.place.name);
    else
        return mc_then(noErr, restore_aside);
    return mc_then(err, err == noErr ? undo : restore_aside);
}

/* ---- Forth ---- */

static OSErr flush(void)
{
    mc_attempt("it is in its place, but writing the volume's cache to the disk failed");
    return mc_then(mc_flush_volume(move.at.vRefNum), NULL);
}

static OSErr delete_old(void)
{
    mc_attempt("it is in its place, but deleting the old file failed");
    return mc_then(mc_delete_place(&move.aside), flush);
}

static OSErr arrive(void)
{
    move.in_place = true;
    move.replaced = move.set_aside;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "moved %P to %P", move.from.place.name, move.at.name);
    return mc_then(noErr, move.set_aside ? delete_old : flush);
}

static OSErr name_it(void)
{
    if (same_name(move.at.name, move.to.place.name))
        return mc_then(noErr, arrive);
    return mc_then(mc_rename_place(&move.at, move.to.place.name), arrive);
}

/* Files, chapter 2, PBCatMove: badMovErr for a folder that would lie in itself. */
static OSErr change_folder(void)
{
    OSErr err = mc_move_place(&move.at, move.to.place.parID);
    if (err == badMovErr)
        return mc_stage_refuse(MC_BAD_PARAMS, "to", "a folder cannot be moved into itself");
    return mc_then(err, name_it);
}

static OSErr take_name_for_the_way(void)
{
    return mc_then(mc_rename_place(&move.at, move.on_the_way), change_folder);
}

/* The old name may be taken in the other folder. */
static OSErr choose_name_for_the_way(void)
{
    FSSpec there = move.at;
    CInfoPBRec entry;
    there.parID = move.to.place.parID;
    OSErr err = mc_get_entry(&there, &entry);
    memcpy(move.on_the_way, move.at.name, (size_t)move.at.name[0] + 1);
    if (err == fnfErr)
        return mc_then(noErr, change_folder);
    mc_name_beside(&move.at, "mc-agent file on move  ", mc_ticks(), &there);
    memcpy(move.on_the_way, there.name, (size_t)there.name[0] + 1);
    return mc_then(err, take_name_for_the_way);
}

static OSErr set_out(void)
{
    bool stays = move.at.parID == move.to.place.parID;
    return mc_then(noErr, stays ? name_it : choose_name_for_the_way);
}

static OSErr set_aside(void)
{
    move.aside = move.to.place;
    FSSpec name;
    mc_name_beside(&move.aside, "mc-agent replaced file ", mc_ticks(), &name);
    OSErr err = mc_rename_place(&move.aside, name.name);
    move.set_aside = err == noErr;
    return mc_then(err, set_out);
}

/* ---- Whether it may be ---- */

static bool is_same_entry(void)
{
    return move.to.result == MC_LOOKUP_FOUND && mc_entry_id(&move.from.entry) == mc_entry_id(&move.to.entry);
}

/* Something else stands there. */
static OSErr check_replaced(void)
{
    const CInfoPBRec *old = &move.to.entry;
    if (mc_is_protected(move.to.place.vRefNum, old))
        return mc_stage_refuse(MC_PROTECTED, "to", "the Macintosh or the agent runs from what would be replaced");
    if (!move.replace)
        return mc_stage_refuse(MC_EXISTS, NULL, "there is already something of that name");
    if (mc_is_folder(old) || mc_is_folder(&move.from.entry))
        return mc_stage_refuse(MC_NOT_A_FILE, NULL, "only a file replaces another, and only a file is replaced");
    if (old->hFileInfo.ioFlAttrib & kAttribLocked)
        return mc_stage_refuse(MC_LOCKED, NULL, "the file that is to be replaced is locked");
    if (old->hFileInfo.ioFlAttrib & kAttribOpen)
        return mc_stage_refuse(MC_BUSY, NULL, "the file that is to be replaced is open");
    return mc_then(noErr, set_aside);
}

static OSErr check(void)
{
    if (mc_is_protected(move.at.vRefNum, &move.from.entry))
        return mc_stage_refuse(MC_PROTECTED, "path", "the Macintosh or the agent runs from it");
    if (move.to.result == MC_LOOKUP_FOUND && !is_same_entry())
        return check_replaced();
    return mc_then(noErr, set_out);
}

static OSErr find_protected(void)
{
    return mc_then(noErr, mc_protection_step() ? check : find_protected);
}

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_member_boolean(writer, "replaced", move.replaced);
    mc_answer_end(request);
}

static const mc_staged work = {answer, undo, NULL};

static const mc_params_fs_move *wanted;

static void target_found(mc_request *request)
{
    if (move.to.result == MC_LOOKUP_FAILED)
        mc_refuse_with(request, &move.to.failure);
    else if (move.to.place.vRefNum != move.from.place.vRefNum)
        mc_refuse_param(request, "to", "it lies on another volume: copy it there and delete it here");
    else if (move.to.place.parID == fsRtParID)
        mc_refuse_param(request, "to", "that is a volume");
    else if (!mc_is_folder(&move.from.entry) && mc_path_is_folders(wanted->to))
        mc_refuse(request, MC_NOT_A_FILE, "the path ends as a folder's");
    else
        mc_stages_begin(request, &work, find_protected, "moving it failed");
}

static void source_found(mc_request *request)
{
    if (!mc_found_or_refuse(request, &move.from))
        return;
    if (move.from.place.parID == fsRtParID) {
        mc_refuse_param(request, "path", "a volume cannot be moved");
        return;
    }
    move.at = move.from.place;
    mc_find_then(request, wanted->to, &move.to, target_found);
}

void mc_fs_move(mc_request *request, const void *params)
{
    if (mc_tree_is_being_deleted()) {
        mc_refuse(request, MC_BUSY, "a folder is being deleted");
        return;
    }
    wanted = params;
    move.replace = wanted->replace;
    move.set_aside = false;
    move.in_place = false;
    move.replaced = false;
    mc_protection_begin();
    mc_find_then(request, wanted->path, &move.from, source_found);
}
