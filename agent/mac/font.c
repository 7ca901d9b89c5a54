/*
 * font.list and font.get: the bitmap strikes of the System file. A family's FOND lists its strikes (Inside Macintosh: Text,
 * chapter 4, "The Font Association Table"); each strike is a resource NFNT or FONT. Resources belong to everybody: what
 * was not in memory before is released again, and SetResLoad(false) never outlives a routine.
 */
#include "MacMemory.h"
#include "Resources.h"
#include "clock.h"
#include "os_error.h"

enum {
    STRIKE_BYTES = 512, /* more than any entry takes as JSON */
    PAGE_TICKS = 2
};

/* The start of a FOND, up to its association table. */
typedef struct FamRec {
    uint16_t ffFlags;
    int16_t ffFamID;
    uint8_t opaque[48];
    int16_t lastAssociation; /* number of entries less one */
} FamRec;
_Static_assert(offsetof(FamRec, lastAssociation) == 52, "FamRec");

typedef struct AsscEntry {
    int16_t fontSize;
    int16_t fontStyle;
    int16_t fontID;
} AsscEntry;
_Static_assert(sizeof(AsscEntry) == 6, "AsscEntry");

static const ResType kinds[MC_STRIKE_KIND_COUNT] = {'NFNT', 'FONT'};

/* ---- Resources of the System file ---- */

typedef struct resource {
    Handle handle;
    bool was_loaded; /* by somebody else */
} resource;

/* Known, but not loaded by this. */
static resource find_strike(mc_strike_kind kind, int16_t id)
{
    resource found;
    SetResLoad(false);
    found.handle = Get1Resource(kinds[kind], id);
    SetResLoad(true);
    found.was_loaded = found.handle && *found.handle;
    return found;
}

static resource find_family(int16_t index)
{
    resource found;
    SetResLoad(false);
    found.handle = Get1IndResource('FOND', index);
    SetResLoad(true);
    found.was_loaded = found.handle && *found.handle;
    return found;
}

static bool load(const resource *resource)
{
    if (resource->handle && !*resource->handle)
        LoadResource(resource->handle);
    return resource->handle && *resource->handle;
}

static void give_back(const resource *resource)
{
    if (resource->handle && !resource->was_loaded)
        ReleaseResource(resource->handle);
}

/* ---- font.list ---- */

/* Where a listing stands; the cursor on the wire is both in one number. */
typedef struct position {
    uint16_t family;
    uint16_t strike;
} position;

/* The strike's resource, wherever it is. An entry may stand for an outline instead, which has none of these. */
static bool find_kind(int16_t id, mc_strike_kind *kind, int32_t *bytes)
{
    for (uint8_t candidate = 0; candidate < MC_STRIKE_KIND_COUNT; candidate++) {
        resource strike = find_strike((mc_strike_kind)candidate, id);
        if (strike.handle) {
            *kind = (mc_strike_kind)candidate;
            *bytes = GetResourceSizeOnDisk(strike.handle);
            give_back(&strike);
            return true;
        }
    }
    return false;
}

static void write_strike(mc_writer *writer, const uint8_t *family, int16_t family_id, const AsscEntry *entry)
{
    mc_strike_kind kind;
    int32_t bytes;
    if (!find_kind(entry->fontID, &kind, &bytes))
        return;
    mc_write_open(writer, '{');
    mc_member_pascal(writer, "family", family);
    mc_member_integer(writer, "family_id", family_id);
    mc_member_integer(writer, "size", entry->fontSize);
    mc_member_unsigned(writer, "style", (uint16_t)entry->fontStyle);
    mc_member_text(writer, "kind", mc_strike_kind_names[kind]);
    mc_member_integer(writer, "id", entry->fontID);
    mc_member_unsigned(writer, "bytes", (uint32_t)bytes);
    mc_write_close(writer, '}');
}

static bool page_is_full(const mc_writer *writer, uint32_t start)
{
    return mc_writer_room(writer) < STRIKE_BYTES || mc_ticks() - start >= PAGE_TICKS;
}

/* Entries of one family from *strike on; false when the page is full before its end. The FOND may move: it is looked at anew. */
static bool write_family(mc_writer *writer, Handle fond, uint16_t *strike, uint32_t start)
{
    Str255 name;
    int16_t id;
    ResType type;
    GetResInfo(fond, &id, &type, name);
    while ((int16_t)*strike <= ((const FamRec *)*fond)->lastAssociation) {
        AsscEntry entry = ((const AsscEntry *)(*fond + sizeof(FamRec)))[*strike];
        write_strike(writer, name, id, &entry);
        ++*strike;
        if (page_is_full(writer, start))
            return false;
    }
    return true;
}

/* False when the page is full before the last family's end. */
static bool write_page(mc_writer *writer, position *at)
{
    uint32_t start = mc_ticks();
    uint16_t families = (uint16_t)Count1Resources('FOND');
    for (; at->family < families; at->family++, at->strike = 0) {
        resource fond = find_family((int16_t)(at->family + 1));
        bool through = !load(&fond) || write_family(writer, fond.handle, &at->strike, start);
        give_back(&fond);
        if (!through)
            return false;
    }
    return true;
}

void mc_font_list(mc_request *request, const void *params)
{
    const mc_params_font_list *list = params;
    position at = {(uint16_t)(list->cursor >> 16), (uint16_t)list->cursor};
    int16_t current = CurResFile();
    mc_writer *writer = mc_answer(request);
    mc_write_key(writer, "strikes");
    mc_write_open(writer, '[');
    UseResFile(kSystemResFile);
    bool through = write_page(writer, &at);
    UseResFile(current);
    mc_write_close(writer, ']');
    if (!through)
        mc_member_unsigned(writer, "cursor", (uint32_t)at.family << 16 | at.strike);
    mc_answer_end(request);
}

/* ---- font.get ---- */

static struct {
    resource strike;
    uint32_t size;
    uint32_t at;
} get;

static void close_source(void)
{
    give_back(&get.strike);
}

/* A resource that may be purged is loaded again. */
static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t left = get.size - get.at;
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = left < room ? (uint16_t)left : room;
    if (!load(&get.strike)) {
        mc_fail_os(failure, ResError(), "loading the strike failed");
        return MC_SOURCE_FAILED;
    }
    memcpy(chunk + *filled, *get.strike.handle + get.at, count);
    *filled = (uint16_t)(*filled + count);
    get.at += count;
    return get.at == get.size ? MC_SOURCE_END : MC_SOURCE_CHUNK;
}

static const mc_source strike_source = {fill, close_source};

void mc_font_get(mc_request *request, const void *params)
{
    const mc_params_font_get *wanted = params;
    int16_t current = CurResFile();
    UseResFile(kSystemResFile);
    get.strike = find_strike((mc_strike_kind)wanted->kind, (int16_t)wanted->id);
    UseResFile(current);
    if (!get.strike.handle) {
        mc_refuse_os(request, resNotFound, "the System file has no such strike");
        return;
    }
    if (!load(&get.strike)) {
        mc_refuse_os(request, memFullErr, "loading the strike failed");
        return;
    }
    get.size = (uint32_t)GetResourceSizeOnDisk(get.strike.handle);
    get.at = 0;
    mc_writer *writer = mc_answer(request);
    mc_member_binary_sized(writer, "data", get.size);
    mc_answer_end(request);
    mc_stream(request, &strike_source);
}
