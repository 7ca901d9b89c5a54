/* fs.mkdir: the path is walked name by name, and what is missing is made on the way. */
#include "catalog.h"
#include "log.h"
#include "os_error.h"
#include "stages.h"

static struct {
    mc_path path;
    mc_found found; /* how far the path has been walked */
    bool parents;
    bool created; /* for the answer */
    uint16_t made; /* how many folders, one in the other, that are to go when it fails */
    FSSpec last_made;
} mkdir;

static OSErr walk(void);

/* What has been made is taken away again, the innermost first. */
static OSErr undo(void)
{
    CInfoPBRec entry;
    if (mkdir.made == 0)
        return mc_then(noErr, NULL);
    FSSpec place = mkdir.last_made;
    mkdir.made--;
    OSErr err = mc_delete_place(&place);
    if (err == noErr && mkdir.made > 0)
        err = mc_get_folder(place.vRefNum, place.parID, &mkdir.last_made, &entry);
    return mc_then(err, err == noErr ? undo : NULL);
}

static OSErr flush(void)
{
    mc_attempt("the folder is made, but writing the volume's cache to the disk failed");
    mkdir.made = 0; /* it stays */
    return mc_then(mc_flush_volume(mkdir.found.place.vRefNum), NULL);
}

static OSErr end(void)
{
    if (mkdir.made > 0)
        return mc_then(noErr, flush);
    if (!mc_is_folder(&mkdir.found.entry))
        return mc_stage_refuse(MC_EXISTS, NULL, "there is already a file of that name");
    if (!mkdir.parents)
        return mc_stage_refuse(MC_EXISTS, NULL, "the folder is there already");
    return mc_then(noErr, NULL);
}

static OSErr make(void)
{
    mc_found *found = &mkdir.found;
    int32_t folder;
    OSErr err = mc_make_folder(&found->place, &folder);
    if (err != noErr)
        return err;
    mkdir.created = true;
    mkdir.made++;
    mkdir.last_made = found->place;
    memset(&found->entry, 0, sizeof found->entry);
    found->entry.dirInfo.ioFlAttrib = kAttribFolder;
    found->entry.dirInfo.ioDrDirID = folder;
    found->result = MC_LOOKUP_FOUND;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_FS, "made folder %P", found->place.name);
    return mc_then(noErr, walk);
}

static OSErr refuse_failure(const mc_failure *failure)
{
    if (failure->os_error)
        mc_attempt(failure->message);
    return failure->os_error ? failure->os_error : mc_stage_refuse(failure->code, NULL, failure->message);
}

/* One name further. */
static OSErr walk(void)
{
    mc_found *found = &mkdir.found;
    uint8_t name[MC_NAME_CHARS + 1];
    if (!mc_path_next(&mkdir.path, name, &found->failure))
        return mkdir.path.ended ? mc_then(noErr, end) : refuse_failure(&found->failure);
    bool last = mc_path_is_last(&mkdir.path);
    mc_enter(name, last || mkdir.parents, found);
    if (found->result == MC_LOOKUP_ABSENT)
        return mc_then(noErr, make);
    return found->result == MC_LOOKUP_FOUND ? mc_then(noErr, walk) : refuse_failure(&found->failure);
}

static OSErr enter_volume(void)
{
    mc_enter_volume(&mkdir.path, &mkdir.found);
    return mkdir.found.result == MC_LOOKUP_FOUND ? mc_then(noErr, walk) : refuse_failure(&mkdir.found.failure);
}

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_member_boolean(writer, "created", mkdir.created);
    mc_answer_end(request);
}

static const mc_staged work = {answer, undo, NULL};

void mc_fs_mkdir(mc_request *request, const void *params)
{
    const mc_params_fs_mkdir *wanted = params;
    mc_failure failure;
    mkdir.parents = wanted->parents;
    mkdir.made = 0;
    mkdir.created = false;
    if (mc_path_start(&mkdir.path, wanted->path, &failure))
        mc_stages_begin(request, &work, enter_volume, "making the folder failed");
    else
        mc_refuse_with(request, &failure);
}
