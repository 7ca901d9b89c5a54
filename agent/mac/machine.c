#include "machine.h"
#include "Gestalt.h"
#include "MacMemory.h"
#include "Processes.h"
#include "Resources.h"
#include "log.h"

int32_t mc_gestalt(uint32_t selector)
{
    int32_t response;
    return Gestalt(selector, &response) == noErr ? response : 0;
}

static bool has_bit(uint32_t selector, uint8_t bit)
{
    return mc_gestalt(selector) >> bit & 1;
}

bool mc_has_apple_events(void)
{
    return has_bit(gestaltAppleEventsAttr, gestaltAppleEventsPresent);
}

bool mc_has_color_quickdraw(void)
{
    return mc_gestalt(gestaltQuickdrawVersion) >= gestalt8BitQD;
}

/* The table of an old ROM has half as many places: then the word of the second half means a trap of the first. */
bool mc_has_tool_trap(uint16_t trap)
{
    bool half = GetToolTrapAddress(0xA86E) == GetToolTrapAddress(0xAA6E);
    if (half && (trap & 0x0200))
        return false;
    return GetToolTrapAddress(trap) != GetToolTrapAddress(_Unimplemented);
}

bool mc_has_virtual_memory(void)
{
    return has_bit(gestaltVMAttr, gestaltVMPresent);
}

enum { MAX_HELD = 8 };

static struct {
    void *address;
    uint32_t count;
} held[MAX_HELD];
static uint8_t held_count;

/* Memory, chapter 3, HoldMemory. */
void mc_hold(void *address, uint32_t count)
{
    if (!address || held_count == MAX_HELD || !mc_has_virtual_memory() || HoldMemory(address, count) != noErr)
        return;
    held[held_count].address = address;
    held[held_count++].count = count;
}

void mc_unhold_all(void)
{
    while (held_count > 0) {
        held_count--;
        UnholdMemory(held[held_count].address, held[held_count].count);
    }
}

/* What starts as zero, of which start.S has taken care; 68k.ld names its ends. */
extern uint8_t mc_zeroed_start[], mc_zeroed_end[];

/* The rest lies in CODE 1, which is locked. */
void mc_hold_program(void)
{
    Handle code = Get1Resource('CODE', 1);
    if (code)
        mc_hold(*code, (uint32_t)GetResourceSizeOnDisk(code));
    mc_hold(mc_zeroed_start, (uint32_t)(mc_zeroed_end - mc_zeroed_start));
}

static Str63 computer_name;
static Str63 owner_name;

/* A string of the System file, which the agent's own file is in front of. */
static void read_system_string(int16_t id, Str63 string)
{
    int16_t before = CurResFile();
    UseResFile(kSystemResFile);
    Handle resource = Get1Resource('STR ', id);
    UseResFile(before);
    if (!resource && ResError() == memFullErr)
        mc_log(MC_LOG_LEVEL_ERROR, MC_LOG_CATEGORY_DISPATCH, "no_memory: a name from Sharing Setup is not known");
    if (!resource || !*resource)
        return;
    const uint8_t *text = (const uint8_t *)*resource;
    string[0] = text[0] < sizeof(Str63) ? text[0] : (uint8_t)(sizeof(Str63) - 1);
    memcpy(string + 1, text + 1, string[0]);
    ReleaseResource(resource);
}

void mc_read_names(void)
{
    read_system_string(kComputerNameStrID, computer_name);
    read_system_string(kOwnerNameStrID, owner_name);
}

const uint8_t *mc_computer_name(void)
{
    return computer_name;
}

const uint8_t *mc_owner_name(void)
{
    return owner_name;
}

/* 0x0701 is 7.0.1, 0x0710 is 7.1: two digits before the point, one for each place behind it. */
static void write_system_version(mc_writer *writer)
{
    int32_t version = mc_gestalt(gestaltSystemVersion);
    char text[8];
    uint8_t at = 0;
    if (version >> 12 & 0xF)
        text[at++] = (char)('0' + (version >> 12 & 0xF));
    text[at++] = (char)('0' + (version >> 8 & 0xF));
    text[at++] = '.';
    text[at++] = (char)('0' + (version >> 4 & 0xF));
    if (version & 0xF) {
        text[at++] = '.';
        text[at++] = (char)('0' + (version & 0xF));
    }
    text[at] = 0;
    mc_member_text(writer, "sys_version", text);
}

/* The index-th string of a list, counted from 1; NULL when there are fewer. */
static const uint8_t *indexed_string(const uint8_t *list, int32_t index)
{
    uint16_t count = (uint16_t)(list[0] << 8 | list[1]);
    const uint8_t *string = list + 2;
    if (index < 1 || index > count)
        return NULL;
    while (--index)
        string += 1 + string[0];
    return string;
}

static void write_machine_name(mc_writer *writer)
{
    Handle list = GetResource('STR#', kMachineNameStrID);
    const uint8_t *name = NULL;
    if (list && *list)
        name = indexed_string((const uint8_t *)*list, mc_gestalt(gestaltMachineType));
    if (name && name[0])
        mc_member_pascal(writer, "machine", name);
    else
        mc_member_text(writer, "machine", "unknown");
}

static void write_processor(mc_writer *writer)
{
    static const char *const names[] = {"unknown", "68000", "68010", "68020", "68030", "68040"};
    int32_t type = mc_gestalt(gestaltProcessorType);
    mc_member_text(writer, "cpu", names[type >= gestalt68000 && type <= gestalt68040 ? type : 0]);
}

void mc_write_machine(mc_writer *writer)
{
    write_system_version(writer);
    write_machine_name(writer);
    write_processor(writer);
    mc_member_unsigned(writer, "ram", (uint32_t)mc_gestalt(gestaltPhysicalRAMSize));
}
