/* system.info, system.time, system.set_time */
#include "DateTime.h"
#include "MacMemory.h"
#include "catalog.h"
#include "display.h"
#include "full_path.h"
#include "log.h"
#include "machine.h"
#include "os_error.h"

/* And the name of its volume. */
static OSErr write_system_folder(mc_writer *writer)
{
    int16_t volume;
    int32_t folder;
    FSSpec place;
    CInfoPBRec entry;
    OSErr err = FindFolder(kOnSystemDisk, kSystemFolderType, kDontCreateFolder, &volume, &folder);
    if (err == noErr)
        err = mc_get_folder(volume, folder, &place, &entry);
    if (err == noErr)
        err = mc_member_path(writer, "system_folder", &place);
    if (err == noErr)
        err = mc_get_folder(volume, fsRtDirID, &place, &entry);
    if (err == noErr)
        mc_member_pascal(writer, "startup_volume", place.name);
    return err;
}

static void write_screen(mc_writer *writer)
{
    mc_display display;
    mc_display_get(&display);
    mc_member_integer(writer, "screen_width", display.bounds.right - display.bounds.left);
    mc_member_integer(writer, "screen_height", display.bounds.bottom - display.bounds.top);
    mc_member_unsigned(writer, "screen_depth", display.depth);
}

/* The difference is a number of 24 bits with a sign; above it lies what belongs to daylight saving time. A place that is all zero
   was never set (Inside Macintosh: Operating System Utilities, chapter 4, ReadLocation). */
static void write_gmt_offset(mc_writer *writer)
{
    MachineLocation place;
    ReadLocation(&place);
    int32_t offset = (int32_t)(place.gmtDelta << 8) >> 8;
    if (place.latitude || place.longitude || offset)
        mc_member_integer(writer, "gmt_offset_s", offset);
}

static mc_writer *answer; /* the one that the worker goes on with */

static void end_info(mc_request *request)
{
    OSErr err = write_system_folder(answer);
    if (err == noErr)
        mc_answer_end(request);
    else
        mc_refuse_os(request, err, "finding the System Folder failed");
}

static void give_up_info(void)
{
}

static const mc_worker folder_finder = {end_info, give_up_info};

/* The way up to the volume has a turn of its own: the catalogue is looked into for each folder. */
void mc_system_info(mc_request *request, const void *params)
{
    (void)params;
    mc_writer *writer = mc_answer(request);
    mc_write_machine(writer);
    mc_member_unsigned(writer, "free_mem", (uint32_t)FreeMem());
    mc_member_unsigned(writer, "temp_mem", (uint32_t)TempFreeMem());
    write_screen(writer);
    mc_member_pascal(writer, "user", mc_owner_name());
    mc_member_unsigned(writer, "date", LMTime);
    write_gmt_offset(writer);
    answer = writer;
    mc_work(request, &folder_finder);
}

void mc_system_time(mc_request *request, const void *params)
{
    (void)params;
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "date", LMTime);
    write_gmt_offset(writer);
    mc_answer_end(request);
}

void mc_system_set_time(mc_request *request, const void *params)
{
    const mc_params_system_set_time *wanted = params;
    OSErr err = SetDateTime(wanted->date);
    if (err != noErr) {
        mc_refuse_os(request, err, "setting the clock failed");
        return;
    }
    mc_log(MC_LOG_LEVEL_INFO, MC_LOG_CATEGORY_DISPATCH, "the clock is set to %u", wanted->date);
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "date", LMTime);
    mc_answer_end(request);
}
