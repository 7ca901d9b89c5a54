/*
 * font.list and font.get: the bitmap strikes of the System file. A family's FOND lists its strikes (Inside Macintosh: Text,
 * chapter 4, "The Font Association Table"); each strike is a resource NFNT or FONT. Resources belong to everybody: what
 * was not in memory before is released again before anybody else gets time, and SetResLoad(false) is undone at once.
 */
#include "MacMemory.h"
#include "Resources.h"
#include "clock.h"
#include "copied.h"
#include "os_error.h"

enum {
    STRIKE_BYTES = 512, /* more than any entry takes as JSON */
    PAGE_TICKS = 1 /* a family and a strike may each have to be looked up on the disk after the last look at the clock */
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
    Handle handle; /* NULL when there is none */
    bool was_loaded; /* by somebody else */
} resource;

/* What was looked up after SetResLoad(false). That there is none is no error: ResError says resNotFound of it, or nothing. */
static OSErr take(resource *found, Handle handle)
{
    OSErr err = ResError();
    SetResLoad(true);
    found->handle = handle;
    found->was_loaded = handle && *handle;
    return handle || err == resNotFound ? noErr : err;
}

static OSErr find_strike(mc_strike_kind kind, int16_t id, resource *found)
{
    SetResLoad(false);
    return take(found, Get1Resource(kinds[kind], id));
}

static OSErr find_family(int16_t index, resource *found)
{
    SetResLoad(false);
    return take(found, Get1IndResource('FOND', index));
}

static OSErr load(const resource *resource)
{
    if (*resource->handle)
        return noErr;
    LoadResource(resource->handle);
    OSErr err = ResError();
    return err == noErr && !*resource->handle ? memFullErr : err;
}

/* In the same turn as the finding: later somebody else may use the same handle. */
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

typedef struct page {
    mc_writer *writer;
    uint32_t start; /* in ticks */
    position at; /* the next strike */
    bool full;
} page;

/* The strike's resource, wherever it is. An entry may stand for an outline instead, which has none of these. */
static OSErr find_kind(int16_t id, mc_strike_kind *kind, resource *strike)
{
    OSErr err = noErr;
    for (uint8_t candidate = 0; candidate < MC_STRIKE_KIND_COUNT; candidate++) {
        *kind = (mc_strike_kind)candidate;
        err = find_strike(*kind, id, strike);
        if (err != noErr || strike->handle)
            break;
    }
    return err;
}

static OSErr write_strike(mc_writer *writer, const uint8_t *family, int16_t family_id, const AsscEntry *entry)
{
    mc_strike_kind kind;
    resource strike;
    OSErr err = find_kind(entry->fontID, &kind, &strike);
    if (err != noErr || !strike.handle)
        return err;
    mc_write_open(writer, '{');
    mc_member_pascal(writer, "family", family);
    mc_member_integer(writer, "family_id", family_id);
    mc_member_integer(writer, "size", entry->fontSize);
    mc_member_unsigned(writer, "style", (uint16_t)entry->fontStyle);
    mc_member_text(writer, "kind", mc_word(mc_strike_kind_names, kind));
    mc_member_integer(writer, "id", entry->fontID);
    mc_member_unsigned(writer, "bytes", (uint32_t)GetResourceSizeOnDisk(strike.handle));
    mc_write_close(writer, '}');
    err = ResError();
    give_back(&strike);
    return err;
}

/* Entries of one family. The FOND may move, and be purged: it is looked at anew. */
static OSErr write_family(page *page, const resource *fond)
{
    Str255 name;
    int16_t id;
    ResType type;
    uint16_t *strike = &page->at.strike;
    OSErr err = load(fond);
    GetResInfo(fond->handle, &id, &type, name);
    while (err == noErr && !page->full && (int16_t)*strike <= ((const FamRec *)*fond->handle)->lastAssociation) {
        AsscEntry entry = ((const AsscEntry *)(*fond->handle + sizeof(FamRec)))[*strike];
        err = write_strike(page->writer, name, id, &entry);
        if (err == noErr)
            err = load(fond);
        if (err != noErr)
            break;
        ++*strike;
        page->full = mc_writer_room(page->writer) < STRIKE_BYTES || mc_ticks() - page->start >= PAGE_TICKS;
    }
    return err;
}

static OSErr write_next_family(page *page)
{
    resource fond;
    OSErr err = find_family((int16_t)(page->at.family + 1), &fond);
    if (err == noErr && fond.handle)
        err = write_family(page, &fond);
    give_back(&fond);
    if (!page->full)
        page->at = (position){(uint16_t)(page->at.family + 1), 0};
    return err;
}

static OSErr write_page(page *page)
{
    uint16_t families = (uint16_t)Count1Resources('FOND');
    OSErr err = noErr;
    while (err == noErr && !page->full && page->at.family < families)
        err = write_next_family(page);
    return err;
}

void mc_font_list(mc_request *request, const void *params)
{
    const mc_params_font_list *list = params;
    int16_t current = CurResFile();
    page page = {mc_answer(request), mc_ticks(), {(uint16_t)(list->cursor >> 16), (uint16_t)list->cursor}, false};
    mc_write_key(page.writer, "strikes");
    mc_write_open(page.writer, '[');
    UseResFile(kSystemResFile);
    OSErr err = write_page(&page);
    UseResFile(current);
    if (err != noErr) {
        mc_refuse_os(request, err, "reading the System file's families failed");
        return;
    }
    mc_write_close(page.writer, ']');
    if (page.full)
        mc_member_unsigned(page.writer, "cursor", (uint32_t)page.at.family << 16 | page.at.strike);
    mc_answer_end(request);
}

/* ---- font.get ---- */

/* Which one. */
static struct {
    mc_strike_kind kind;
    int16_t id;
} get;

/* A copy, because the resource is everybody's: until the last byte has gone somebody else may load or release it. */
static OSErr copy(const resource *strike)
{
    OSErr err = load(strike);
    return err == noErr ? mc_copied_make(strike->handle) : err;
}

static OSErr find_and_copy(void)
{
    resource strike;
    OSErr err = find_strike(get.kind, get.id, &strike);
    if (err == noErr)
        err = strike.handle ? copy(&strike) : resNotFound;
    give_back(&strike);
    return err;
}

static void read(mc_request *request)
{
    int16_t current = CurResFile();
    UseResFile(kSystemResFile);
    OSErr err = find_and_copy();
    UseResFile(current);
    if (err == noErr)
        mc_copied_send(request, mc_answer(request));
    else
        mc_refuse_os(request, err, "reading the strike from the System file failed");
}

static void nothing_to_undo(void)
{
}

static const mc_worker reader = {read, nothing_to_undo};

/* The way from the disk takes most of a turn: it has the next one. */
void mc_font_get(mc_request *request, const void *params)
{
    const mc_params_font_get *wanted = params;
    get.kind = (mc_strike_kind)wanted->kind;
    get.id = (int16_t)wanted->id;
    mc_work(request, &reader);
}
