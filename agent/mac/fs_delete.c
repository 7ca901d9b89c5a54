/*
 * fs.delete. A folder that is not empty is deleted by a job, one entry a turn, from the inside to the outside. The job remembers by
 * their numbers the folders that it is in, and looks before it goes up: a folder that the user has moved away meanwhile does not
 * lead it to places where it was not sent.
 */
#include "catalog.h"
#include "job.h"
#include "log.h"
#include "os_error.h"
#include "protected.h"
#include "stages.h"

static struct {
    mc_found found;
    bool recursive;
} del;

/* ---- One entry ---- */

static OSErr flush(void)
{
    mc_attempt("it is deleted, but writing the volume's cache to the disk failed");
    return mc_then(mc_flush_volume(del.found.place.vRefNum), NULL);
}

static OSErr delete_it(void)
{
    OSErr err = mc_delete_place(&del.found.place);
    if (err == noErr)
        mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "deleted %P", del.found.place.name);
    return mc_then(err, flush);
}

static bool holds_something(void)
{
    return mc_is_folder(&del.found.entry) && del.found.entry.dirInfo.ioDrNmFls > 0;
}

/* PBHDelete says fBsyErr of a folder that is not empty as of an open file: so that is looked at first. */
static OSErr check(void)
{
    if (mc_is_protected(del.found.place.vRefNum, &del.found.entry))
        return mc_stage_refuse(MC_PROTECTED, "path", "the Macintosh or the agent runs from it");
    if (!holds_something())
        return mc_then(noErr, delete_it);
    if (!del.recursive)
        return mc_stage_refuse(MC_NOT_EMPTY, NULL, "the folder still holds something");
    return mc_then(noErr, NULL); /* done() starts the job */
}

static OSErr find_protected(void)
{
    return mc_then(noErr, mc_protection_step() ? check : find_protected);
}

/* ---- A folder with all that it holds ---- */

enum {
    MAX_DEPTH = 128,
    MAX_VANISHED = 16 /* entries in a row that are gone when they are to be deleted */
};

static struct {
    bool running;
    int16_t volume;
    uint16_t depth;
    int32_t folders[MAX_DEPTH]; /* the numbers of the folders that the job is in, the outermost first */
    uint32_t items;
    uint16_t vanished;
    bool ended; /* only the flush is left */
} tree;

static void fail_entry(mc_job *job, mc_code code, OSErr err, const char *what, const uint8_t *name)
{
    static mc_job_error error;
    size_t length = mc_length(what);
    tree.running = false;
    error.code = code;
    error.number = err;
    error.line = error.start = error.end = 0;
    memcpy(error.message + 1, what, length);
    memcpy(error.message + 1 + length, name + 1, name[0]);
    error.message[0] = (uint8_t)(length + name[0]);
    mc_job_fail_with(job, &error);
}

static void fail_os(mc_job *job, OSErr err, const uint8_t *name)
{
    mc_failure failure;
    mc_fail_os(&failure, err, "");
    fail_entry(job, failure.code, err, "deleting failed at ", name);
}

static void count(mc_job *job)
{
    tree.vanished = 0;
    mc_job_count(job, ++tree.items);
}

/* What somebody else has deleted first is fine, but not for ever. */
static void delete_entry(mc_job *job, const FSSpec *place)
{
    OSErr err = mc_delete_place(place);
    if (err == noErr)
        count(job);
    else if (err != fnfErr || ++tree.vanished > MAX_VANISHED)
        fail_os(job, err, place->name);
}

static bool is_inside(int32_t folder)
{
    for (uint16_t i = 0; i < tree.depth; i++)
        if (tree.folders[i] == folder)
            return true;
    return false;
}

static void go_into(mc_job *job, const FSSpec *place, const DirInfo *folder)
{
    if (tree.depth == MAX_DEPTH)
        fail_entry(job, MC_TOO_LARGE, noErr, "folders lie too deep in each other at ", place->name);
    else if (is_inside(folder->ioDrDirID))
        fail_entry(job, MC_IO, noErr, "the catalogue is damaged: a folder lies in itself at ", place->name);
    else
        tree.folders[tree.depth++] = folder->ioDrDirID;
}

/* The folder at hand is empty: it is deleted, if it is still where it was. */
static void leave_folder(mc_job *job)
{
    FSSpec place;
    CInfoPBRec entry;
    int32_t folder = tree.folders[tree.depth - 1];
    OSErr err = mc_get_folder(tree.volume, folder, &place, &entry);
    if (err != noErr) {
        fail_entry(job, MC_CHANGED, err, "somebody has taken away a folder that was being deleted", (const uint8_t *)"");
        return;
    }
    bool is_outermost = tree.depth == 1;
    if (!is_outermost && place.parID != tree.folders[tree.depth - 2]) {
        fail_entry(job, MC_CHANGED, noErr, "somebody has moved what was being deleted: ", place.name);
        return;
    }
    err = mc_delete_place(&place);
    if (err != noErr) {
        fail_os(job, err, place.name);
        return;
    }
    count(job);
    tree.ended = is_outermost;
    tree.depth--;
}

static void step_into_folder(mc_job *job)
{
    FSSpec place;
    CInfoPBRec entry;
    place.vRefNum = tree.volume;
    place.parID = tree.folders[tree.depth - 1];
    OSErr err = mc_get_indexed_entry(tree.volume, place.parID, 1, place.name, &entry);
    if (err == fnfErr)
        leave_folder(job);
    else if (err != noErr)
        fail_os(job, err, place.name);
    else if (mc_is_protected(tree.volume, &entry))
        fail_entry(job, MC_PROTECTED, noErr, "the Macintosh or the agent runs from ", place.name);
    else if (mc_is_folder(&entry))
        go_into(job, &place, &entry.dirInfo);
    else
        delete_entry(job, &place);
}

static void end_tree(mc_job *job)
{
    mc_failure failure;
    OSErr err = mc_flush_volume(tree.volume);
    tree.running = false;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "deleted %u items of a folder", tree.items);
    if (err == noErr) {
        mc_job_finish(job, 0);
        return;
    }
    mc_fail_os(&failure, err, "it is deleted, but writing the volume's cache to the disk failed");
    mc_job_fail(job, &failure);
}

static void stop_tree(mc_job *job)
{
    tree.running = false;
    mc_job_stopped(job);
}

static void step_tree(mc_job *job)
{
    if (tree.ended)
        end_tree(job);
    else if (mc_job_must_stop(job))
        stop_tree(job);
    else
        step_into_folder(job);
}

static void nothing(mc_job *job)
{
    (void)job;
}

static void nothing_to_dispose(void)
{
}

static const mc_job_kind tree_job = {step_tree, nothing, NULL, nothing_to_dispose};

bool mc_tree_is_being_deleted(void)
{
    return tree.running;
}

static void start_tree(mc_request *request)
{
    if (!mc_job_start(request, &tree_job))
        return;
    tree.running = true;
    tree.volume = del.found.place.vRefNum;
    tree.folders[0] = del.found.entry.dirInfo.ioDrDirID;
    tree.depth = 1;
    tree.items = 0;
    tree.vanished = 0;
    tree.ended = false;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "deleting %P with all that it holds", del.found.place.name);
}

/* ---- The request ---- */

static void done(mc_request *request)
{
    if (holds_something()) {
        start_tree(request);
        return;
    }
    mc_answer(request);
    mc_answer_end(request);
}

static const mc_staged work = {done, NULL, NULL};

static void found(mc_request *request)
{
    if (!mc_found_or_refuse(request, &del.found))
        return;
    if (del.found.place.parID == fsRtParID)
        mc_refuse_param(request, "path", "a volume cannot be deleted");
    else
        mc_stages_begin(request, &work, find_protected, "deleting it failed");
}

void mc_fs_delete(mc_request *request, const void *params)
{
    const mc_params_fs_delete *wanted = params;
    if (mc_tree_is_being_deleted()) {
        mc_refuse(request, MC_BUSY, "a folder is being deleted");
        return;
    }
    del.recursive = wanted->recursive;
    mc_protection_begin();
    mc_find_then(request, wanted->path, &del.found, found);
}
