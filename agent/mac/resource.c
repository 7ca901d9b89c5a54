/*
 * resource.list, resource.get: the resource fork of a file, or of a running application. The fork is looked over first, because the
 * Resource Manager believes a damaged map. Then it is opened, looked into and closed within one turn, so that nobody else ever meets a
 * resource file of ours in the search order.
 */
#include "MacMemory.h"
#include "Processes.h"
#include "Resources.h"
#include "catalog.h"
#include "clock.h"
#include "copied.h"
#include "os_error.h"
#include "resource_check.h"

enum {
    ITEM_BYTES = 640, /* more than any resource takes as JSON: a name of 255 characters may need two bytes for each */
    PAGE_TICKS = 2
};

static struct {
    mc_found found;
    bool has_type;
    OSType type;
    uint16_t cursor;
    bool has_id;
    int16_t id;
} resource;

/* ---- Opening and closing ---- */

typedef struct opened {
    int16_t before; /* the current resource file */
    int16_t reference;
    bool was_open; /* the System file, or one of ours: it stays open */
} opened;

/* More Macintosh Toolbox, chapter 1, HOpenResFile: of a file that is open already the same reference number comes back, so the chain of
   maps tells whether it is ours to close. Nothing is loaded by the opening. */
static OSErr open_file(opened *file)
{
    const FSSpec *place = &resource.found.place;
    Handle top = LMTopMapHndl;
    file->before = CurResFile();
    SetResLoad(false);
    file->reference = HOpenResFile(place->vRefNum, place->parID, place->name, fsRdPerm);
    OSErr err = ResError();
    file->was_open = LMTopMapHndl == top;
    if (file->reference == -1)
        SetResLoad(true);
    else
        UseResFile(file->reference);
    return file->reference == -1 && err == noErr ? resFNotFound : err;
}

static void close_file(const opened *file)
{
    SetResLoad(true);
    if (!file->was_open)
        CloseResFile(file->reference);
    UseResFile(file->before);
}

/* ---- resource.list ---- */

static void write_type(mc_writer *writer, int16_t index)
{
    OSType type;
    Get1IndType(&type, index);
    mc_write_open(writer, '{');
    mc_member_ostype(writer, "type", type);
    mc_member_unsigned(writer, "count", (uint16_t)Count1Resources(type));
    mc_write_close(writer, '}');
}

static OSErr write_resource(mc_writer *writer, int16_t index)
{
    int16_t id;
    ResType type;
    Str255 name;
    Handle handle = Get1IndResource(resource.type, index);
    if (!handle)
        return ResError() == noErr ? resNotFound : ResError();
    name[0] = 0;
    GetResInfo(handle, &id, &type, name);
    int32_t size = GetResourceSizeOnDisk(handle);
    mc_write_open(writer, '{');
    mc_member_integer(writer, "id", id);
    if (name[0])
        mc_member_pascal(writer, "name", name);
    mc_member_unsigned(writer, "bytes", size < 0 ? 0 : (uint32_t)size);
    mc_member_unsigned(writer, "attributes", (uint8_t)GetResAttrs(handle));
    mc_write_close(writer, '}');
    return noErr;
}

/* As many as fit and can be had in time; *next is where the next page begins, 0 when there is none. */
static OSErr write_page(mc_writer *writer, uint16_t *next)
{
    uint32_t start = mc_ticks();
    uint16_t count = (uint16_t)(resource.has_type ? Count1Resources(resource.type) : Count1Types());
    uint16_t index = resource.cursor;
    OSErr err = noErr;
    while (err == noErr && index < count && mc_writer_room(writer) > ITEM_BYTES) {
        index++;
        if (resource.has_type)
            err = write_resource(writer, (int16_t)index);
        else
            write_type(writer, (int16_t)index);
        if (mc_ticks() - start >= PAGE_TICKS)
            break;
    }
    *next = index < count ? index : 0;
    return err;
}

static void answer_list(mc_request *request)
{
    opened file;
    uint16_t next;
    OSErr err = open_file(&file);
    if (err != noErr) {
        mc_refuse_os(request, err, "opening the resource fork failed");
        return;
    }
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, resource.has_type ? "resources" : "types");
    mc_write_open(writer, '[');
    err = write_page(writer, &next);
    close_file(&file);
    mc_write_close(writer, ']');
    if (next)
        mc_member_unsigned(writer, "cursor", next);
    if (err == noErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "reading the resource map failed");
}

/* ---- resource.get ---- */

static struct {
    uint8_t attributes;
    Str255 name;
} get;

/* A resource of a file that others use as well stays theirs, in memory or on the disk as it was. */
static OSErr take_data(const opened *file)
{
    int16_t id;
    ResType type;
    OSErr err;
    Handle handle = Get1Resource(resource.type, resource.id);
    if (!handle)
        return ResError() == noErr ? resNotFound : ResError();
    bool was_loaded = *handle;
    SetResLoad(true);
    LoadResource(handle);
    if (!*handle)
        return ResError() == noErr ? memFullErr : ResError();
    get.name[0] = 0;
    GetResInfo(handle, &id, &type, get.name);
    get.attributes = (uint8_t)GetResAttrs(handle);
    if (file->was_open) {
        err = mc_copied_make(handle);
        if (!was_loaded)
            ReleaseResource(handle);
        return err;
    }
    DetachResource(handle);
    err = ResError();
    if (err == noErr)
        mc_copied_take(handle);
    return err;
}

static void answer_get(mc_request *request)
{
    opened file;
    OSErr err = open_file(&file);
    if (err != noErr) {
        mc_refuse_os(request, err, "opening the resource fork failed");
        return;
    }
    err = take_data(&file);
    close_file(&file);
    if (err != noErr) {
        mc_refuse_os(request, err, "there is no such resource, or it could not be read");
        return;
    }
    mc_writer *writer = mc_answer(request);
    if (get.name[0])
        mc_member_pascal(writer, "name", get.name);
    mc_member_unsigned(writer, "attributes", get.attributes);
    mc_copied_send(request, writer);
}

/* ---- Which fork ---- */

static void checked(mc_request *request)
{
    if (resource.has_id)
        answer_get(request);
    else
        answer_list(request);
}

static const mc_staged work = {checked, mc_check_undo, NULL};

static OSErr fork_is_whole(void)
{
    return mc_then(noErr, NULL);
}

static void found(mc_request *request)
{
    mc_check check = {&resource.found.place,
                      resource.found.entry.hFileInfo.ioFlRLgLen,
                      resource.has_type,
                      resource.type,
                      resource.has_id,
                      resource.id,
                      mc_spare_buffer(request),
                      fork_is_whole};
    if (!mc_found_or_refuse(request, &resource.found))
        return;
    if (mc_is_folder(&resource.found.entry))
        mc_refuse(request, MC_NOT_A_FILE, "only a file has resources");
    else if (check.size == 0)
        mc_refuse(request, MC_NOT_FOUND, "the file has no resource fork");
    else
        mc_stages_begin(request, &work, mc_check_begin(&check), "reading the resource fork failed");
}

static void find_by_psn(mc_request *request, const mc_psn *psn)
{
    ProcessSerialNumber number = {psn->high, psn->low};
    ProcessInfoRec info;
    memset(&info, 0, sizeof info);
    info.processInfoLength = sizeof info;
    info.processAppSpec = &resource.found.place;
    OSErr err = GetProcessInformation(&number, &info);
    if (err == noErr)
        err = mc_get_entry(&resource.found.place, &resource.found.entry);
    resource.found.result = MC_LOOKUP_FOUND;
    if (err == noErr)
        found(request);
    else
        mc_refuse_os(request, err, "there is no such process, or its file is gone");
}

static void find(mc_request *request, bool has_path, mc_slice path, bool has_psn, const mc_psn *psn)
{
    if (has_path == has_psn)
        mc_refuse_param(request, "path", "give either a path or a process");
    else if (has_psn)
        find_by_psn(request, psn);
    else
        mc_find_then(request, path, &resource.found, found);
}

void mc_resource_list(mc_request *request, const void *params)
{
    const mc_params_resource_list *wanted = params;
    resource.has_type = wanted->present & MC_HAS_RESOURCE_LIST_TYPE;
    resource.type = wanted->type;
    resource.has_id = false;
    resource.cursor = (uint16_t)wanted->cursor;
    find(request, wanted->present & MC_HAS_RESOURCE_LIST_PATH, wanted->path, wanted->present & MC_HAS_RESOURCE_LIST_PSN,
         &wanted->psn);
}

void mc_resource_get(mc_request *request, const void *params)
{
    const mc_params_resource_get *wanted = params;
    resource.has_type = true;
    resource.type = wanted->type;
    resource.has_id = true;
    resource.id = (int16_t)wanted->id;
    find(request, wanted->present & MC_HAS_RESOURCE_GET_PATH, wanted->path, wanted->present & MC_HAS_RESOURCE_GET_PSN,
         &wanted->psn);
}
