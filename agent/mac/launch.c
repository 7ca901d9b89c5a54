/*
 * process.launch. The application is named by its path, or looked up by its creator in the desktop databases, one volume a turn. One that
 * runs already is not launched again but brought to the front: what LaunchApplication does with it is not written down.
 */
#include "launch.h"
#include "AppleEvents.h"
#include "MacMemory.h"
#include "breadcrumb.h"
#include "catalog.h"
#include "exchange.h"
#include "full_path.h"
#include "job.h"
#include "log.h"
#include "os_error.h"
#include "processes.h"

enum { CANDIDATES = 8 /* of one creator in one database: what was deleted without the Finder is still in it */ };

static struct {
    mc_found found;
    FSSpec application;
    bool by_path;
    mc_slice path;
    ProcessSerialNumber psn;
    bool looked; /* whether it runs */
    bool runs;
    FSSpec document;
    bool has_document;
    bool front;
    OSType creator;
    int16_t volume; /* index of the one to look into, from 1 */
} launch;

const char mc_launch_breadcrumb[] = "LaunchApplication";

OSErr mc_launch(const FSSpec *application, uint16_t flags, AppParameters *parameters, ProcessSerialNumber *psn)
{
    LaunchParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.launchBlockID = extendedBlock;
    block.launchEPBLength = extendedBlockLen;
    block.launchControlFlags = (uint16_t)(launchContinue | launchNoFileFlags | flags);
    block.launchAppSpec = (FSSpec *)application;
    block.launchAppParameters = parameters;
    OSErr err = LaunchApplication(&block);
    *psn = block.launchProcessSN;
    return err;
}

/* ---- The event that opens a document ---- */

/* The target takes it as an alias or as what else it asks for; typeFSS is what the system makes of either. */
static OSErr add_document(AppleEvent *event)
{
    AEDescList list;
    AEDesc file;
    OSErr err = AECreateList(NULL, 0, false, &list);
    if (err != noErr)
        return err;
    err = AECreateDesc(typeFSS, &launch.document, sizeof launch.document, &file);
    if (err == noErr) {
        err = AEPutDesc(&list, 0, &file);
        AEDisposeDesc(&file);
    }
    if (err == noErr)
        err = AEPutParamDesc(event, keyDirectObject, &list);
    AEDisposeDesc(&list);
    return err;
}

static OSErr create_open_event(const ProcessSerialNumber *target, AppleEvent *event)
{
    OSErr err = mc_event_create(kCoreEventClass, kAEOpenDocuments, target, event);
    if (err != noErr)
        return err;
    err = add_document(event);
    if (err != noErr)
        AEDisposeDesc(event);
    return err;
}

/* ---- One that does not run ---- */

/* The process that the event is for does not exist yet: the system puts its own number in. */
static OSErr create_parameters(AEDesc *parameters)
{
    static const ProcessSerialNumber current = {0, kCurrentProcess};
    AppleEvent event;
    OSErr err = create_open_event(&current, &event);
    if (err != noErr)
        return err;
    err = AECoerceDesc(&event, typeAppParameters, parameters);
    AEDisposeDesc(&event);
    return err;
}

static OSErr start_with_document(uint16_t flags, ProcessSerialNumber *psn)
{
    AEDesc parameters;
    OSErr err = create_parameters(&parameters);
    if (err != noErr)
        return err;
    HLock(parameters.dataHandle);
    err = mc_launch(&launch.application, flags, (AppParameters *)*parameters.dataHandle, psn);
    AEDisposeDesc(&parameters);
    return err;
}

static OSErr start(void)
{
    uint16_t flags = launch.front ? 0 : launchDontSwitch;
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_PROCESS, "launch %P", launch.application.name);
    return launch.has_document ? start_with_document(flags, &launch.psn) : mc_launch(&launch.application, flags, NULL, &launch.psn);
}

/* ---- One that runs ---- */

static uint32_t file_number(const FSSpec *file)
{
    CInfoPBRec entry;
    return mc_get_entry(file, &entry) == noErr ? (uint32_t)entry.hFileInfo.ioDirID : 0;
}

/* The same file may be spelt in another case: its number tells. */
static bool is_running(ProcessSerialNumber *psn)
{
    mc_process process = {.psn = mc_no_process};
    uint32_t number = file_number(&launch.application);
    while (mc_process_next(&process) == noErr) {
        const FSSpec *file = &process.file;
        bool beside = file->vRefNum == launch.application.vRefNum && file->parID == launch.application.parID;
        if (!beside || file->name[0] != launch.application.name[0] || file_number(file) != number)
            continue;
        *psn = process.psn;
        return true;
    }
    return false;
}

static OSErr open_document(void)
{
    AppleEvent event;
    OSErr err = create_open_event(&launch.psn, &event);
    if (err != noErr)
        return err;
    err = mc_event_send(&event, kAENoReply | kAEAlwaysInteract);
    AEDisposeDesc(&event);
    return err;
}

static OSErr bring_forward(void)
{
    OSErr err = launch.front ? SetFrontProcess(&launch.psn) : noErr;
    return err == noErr && launch.has_document ? open_document() : err;
}

/* ---- The request ---- */

static void answer(mc_request *request)
{
    mc_writer *writer = mc_answer(request);
    mc_write_process_number(writer, &launch.psn);
    OSErr err = mc_member_path(writer, "path", &launch.application);
    if (err == noErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "it was launched, but finding its path failed");
}

static void abandon(void)
{
}

/* The looking has a turn of its own. */
static void go(mc_request *request)
{
    if (!launch.looked) {
        launch.looked = true;
        launch.runs = is_running(&launch.psn);
        return;
    }
    if (!mc_breadcrumb_begin(launch.runs ? "process.launch AESend" : mc_launch_breadcrumb))
        return;
    OSErr err = launch.runs ? bring_forward() : start();
    mc_breadcrumb_end();
    if (err == noErr)
        answer(request);
    else
        mc_refuse_os(request, err, "launching the application failed");
}

static const mc_worker launch_worker = {go, abandon};

/* The volume-th volume's reference number. */
static OSErr get_volume(int16_t volume, int16_t *reference)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.volumeParam.ioVolIndex = volume;
    OSErr err = PBHGetVInfoSync(&block);
    *reference = block.volumeParam.ioVRefNum;
    return err;
}

/* One of the applications that the database has of a creator, the one that the Finder would take first. */
static OSErr get_application(const DTPBRec *database, int16_t index)
{
    DTPBRec block = *database;
    FSSpec *place = &launch.application;
    block.ioNamePtr = place->name;
    block.ioIndex = index;
    block.ioFileCreator = launch.creator;
    OSErr err = PBDTGetAPPLSync(&block);
    place->vRefNum = block.ioVRefNum;
    place->parID = block.ioAPPLParID;
    return err;
}

/* False where there is none, or no database. It may know one that lies in the Trash (Apple's Technical Q&A TB 19). */
static bool find_on_volume(int16_t reference)
{
    DTPBRec database;
    CInfoPBRec entry;
    int16_t volume;
    int32_t trash = 0;
    memset(&database, 0, sizeof database);
    database.ioVRefNum = reference;
    if (PBDTGetPathSync(&database) != noErr)
        return false;
    FindFolder(reference, kTrashFolderType, kDontCreateFolder, &volume, &trash);
    for (int16_t index = 0; index < CANDIDATES && get_application(&database, index) == noErr; index++)
        if (launch.application.parID != trash && mc_get_entry(&launch.application, &entry) == noErr)
            return true;
    return false;
}

static void look_in_next_volume(mc_request *request)
{
    int16_t reference;
    if (get_volume(launch.volume++, &reference) != noErr)
        mc_refuse(request, MC_NOT_FOUND, "no desktop database knows an application of this creator");
    else if (find_on_volume(reference))
        mc_work(request, &launch_worker);
}

static const mc_worker search_worker = {look_in_next_volume, abandon};

/* Whether the path that was looked up names a file: otherwise the request is refused. */
static bool is_file(mc_request *request, const char *param)
{
    if (!mc_found_or_refuse(request, &launch.found))
        return false;
    if (!mc_is_folder(&launch.found.entry))
        return true;
    mc_refuse_param(request, param, "a file is wanted, not a folder");
    return false;
}

static void application_found(mc_request *request)
{
    if (!is_file(request, "path"))
        return;
    launch.application = launch.found.place;
    mc_work(request, &launch_worker);
}

static void find_application(mc_request *request)
{
    if (launch.by_path)
        mc_find_then(request, launch.path, &launch.found, application_found);
    else
        mc_work(request, &search_worker);
}

static void document_found(mc_request *request)
{
    if (!is_file(request, "document"))
        return;
    launch.document = launch.found.place;
    find_application(request);
}

void mc_process_launch(mc_request *request, const void *params)
{
    const mc_params_process_launch *wanted = params;
    if (mc_job_is_running(request)) {
        mc_refuse(request, MC_BUSY, "a job is running");
        return;
    }
    memset(&launch, 0, sizeof launch);
    launch.by_path = wanted->present & MC_HAS_PROCESS_LAUNCH_PATH;
    if (launch.by_path == !!(wanted->present & MC_HAS_PROCESS_LAUNCH_CREATOR)) {
        mc_refuse_param(request, "path", "give either path or creator");
        return;
    }
    launch.path = wanted->path;
    launch.creator = wanted->creator;
    launch.front = wanted->front;
    launch.volume = 1;
    launch.has_document = wanted->present & MC_HAS_PROCESS_LAUNCH_DOCUMENT;
    if (launch.has_document)
        mc_find_then(request, wanted->document, &launch.found, document_found);
    else
        find_application(request);
}
