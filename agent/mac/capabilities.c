#include "capabilities.h"
#include "CursorDevices.h"
#include "Files.h"
#include "Gestalt.h"
#include "applescript.h"
#include "machine.h"

/* The bit is the Finder's own; its selector is missing where the Finder is not running or older than 7.1.1. */
static bool has_scriptable_finder(void)
{
    return mc_gestalt(gestaltFinderAttr) >> gestaltOSLCompliantFinder & 1;
}

/* There is no Gestalt selector for it: its trap is there or not. */
static bool has_cursor_device_manager(void)
{
    return mc_has_tool_trap(_CursorDeviceDispatch);
}

/* Of the startup volume: PBDTGetPath gives the number of a volume's database, or an error where there is none. */
static bool has_desktop_database(void)
{
    DTPBRec block;
    int32_t folder;
    memset(&block, 0, sizeof block);
    return FindFolder(kOnSystemDisk, kSystemFolderType, kDontCreateFolder, &block.ioVRefNum, &folder) == noErr &&
           PBDTGetPathSync(&block) == noErr;
}

static bool has_temporary_memory(void)
{
    return mc_gestalt(gestaltOSAttr) >> gestaltTempMemSupport & 1;
}

static const struct {
    const char *name;
    bool (*is_there)(void);
} capabilities[] = {
    {"apple_events", mc_has_apple_events},
    {"applescript", mc_has_applescript},
    {"color_quickdraw", mc_has_color_quickdraw},
    {"cursor_device_manager", has_cursor_device_manager},
    {"desktop_database", has_desktop_database},
    {"scriptable_finder", has_scriptable_finder},
    {"temporary_memory", has_temporary_memory},
    {"virtual_memory", mc_has_virtual_memory},
};

void mc_write_capabilities(mc_writer *writer)
{
    mc_write_key(writer, "capabilities");
    mc_write_open(writer, '[');
    for (uint8_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++)
        if (capabilities[i].is_there())
            mc_write_text(writer, capabilities[i].name);
    mc_write_close(writer, ']');
}
