#include "protected.h"
#include "LowMem.h"
#include "own_file.h"

enum { MAX_KEPT = 48 };

static struct {
    int16_t volume;
    int32_t id;
} kept[MAX_KEPT];

static struct {
    uint8_t count;
    bool overflow; /* there are more than that: every folder is taken for one of them */
    uint8_t chain; /* which of the beginnings below is next */
    int16_t volume;
    int32_t folder; /* the folder at hand, of a chain that goes up to the root; 0: none */
    int16_t system_volume;
    int32_t system_folder;
} protection;

static bool knows(int16_t volume, int32_t id)
{
    for (uint8_t i = 0; i < protection.count; i++)
        if (kept[i].volume == volume && kept[i].id == id)
            return true;
    return false;
}

static void keep(int16_t volume, int32_t id)
{
    if (protection.count == MAX_KEPT) {
        protection.overflow = true;
        return;
    }
    kept[protection.count].volume = volume;
    kept[protection.count++].id = id;
}

static void go_up_from(int16_t volume, int32_t folder)
{
    protection.volume = volume;
    protection.folder = folder;
}

static void begin_at_system(void)
{
    if (FindFolder(kOnSystemDisk, kSystemFolderType, kDontCreateFolder, &protection.system_volume,
                   &protection.system_folder) == noErr)
        go_up_from(protection.system_volume, protection.system_folder);
}

/* The file that the agent's resources come from. Files, chapter 2, PBGetFCBInfo. */
static void begin_at_agent(void)
{
    FCBPBRec block;
    Str63 name;
    memset(&block, 0, sizeof block);
    block.ioNamePtr = name;
    block.ioRefNum = LMCurApRefNum;
    if (PBGetFCBInfoSync(&block) != noErr)
        return;
    keep(block.ioFCBVRefNum, block.ioFCBFlNm);
    go_up_from(block.ioFCBVRefNum, block.ioFCBParID);
}

static void begin_at_preferences(void)
{
    static uint8_t name[] = "\24mc-agent Preferences";
    HParamBlockRec file;
    FSSpec place;
    CInfoPBRec entry;
    if (mc_own_file(&file, name) != noErr)
        return;
    place.vRefNum = file.fileParam.ioVRefNum;
    place.parID = file.fileParam.ioDirID;
    memcpy(place.name, name, (size_t)name[0] + 1);
    if (mc_get_entry(&place, &entry) == noErr)
        keep(place.vRefNum, mc_entry_id(&entry));
    go_up_from(place.vRefNum, place.parID);
}

static void (*const beginnings[])(void) = {begin_at_system, begin_at_agent, begin_at_preferences};

static void go_up(void)
{
    FSSpec place;
    CInfoPBRec entry;
    if (knows(protection.volume, protection.folder) || protection.folder == fsRtParID) {
        protection.folder = 0;
        return;
    }
    keep(protection.volume, protection.folder);
    bool is_there = mc_get_folder(protection.volume, protection.folder, &place, &entry) == noErr;
    protection.folder = is_there && !protection.overflow ? place.parID : 0;
}

void mc_protection_begin(void)
{
    memset(&protection, 0, sizeof protection);
}

bool mc_protection_step(void)
{
    for (uint8_t lookups = 0; lookups < 6; lookups++) {
        if (protection.folder)
            go_up();
        else if (protection.chain < sizeof beginnings / sizeof beginnings[0])
            beginnings[protection.chain++]();
        else
            return true;
    }
    return false;
}

/* The System and the Finder may have any name. */
static bool is_system_file(int16_t volume, const HFileInfo *file)
{
    OSType type = file->ioFlFndrInfo.fdType;
    return volume == protection.system_volume && file->ioFlParID == protection.system_folder &&
           (type == 'zsys' || type == 'FNDR');
}

bool mc_is_protected(int16_t volume, const CInfoPBRec *entry)
{
    if (mc_is_folder(entry))
        return protection.overflow || knows(volume, entry->dirInfo.ioDrDirID);
    return is_system_file(volume, &entry->hFileInfo) || knows(volume, mc_entry_id(entry));
}
