#include "descriptors.h"
#include "MacMemory.h"
#include "clock.h"
#include "flat.h"
#include "os_error.h"

enum { STEP_ITEMS = 16 /* in one turn, and none beyond the end of a tick */ };

/* A list or record that is being built or taken apart. The outermost is the event itself, which is not ours. */
typedef struct level {
    AEDesc container;
    int32_t index; /* taken apart: of the item at hand, from 1 */
    int32_t count;
} level;

static struct {
    level levels[MC_FLAT_DEPTH + 1];
    uint8_t depth; /* how many of them there are */
    AppleEvent *event; /* being built */
    mc_flat_walk walk;
    mc_flat_writer writer;
    Handle flat; /* what the writer writes to, in temporary memory */
} work;

static mc_descriptors fail(mc_failure *failure, mc_code code, const char *message)
{
    mc_fail_with(failure, code, message);
    return MC_DESCRIPTORS_FAILED;
}

static mc_descriptors fail_os(mc_failure *failure, OSErr err, const char *attempt)
{
    mc_fail_os(failure, err, attempt);
    return MC_DESCRIPTORS_FAILED;
}

/* One step after the other, until something else than more is to be said of it, or the turn is over. */
static mc_descriptors repeat(mc_descriptors (*one)(mc_failure *failure), mc_failure *failure)
{
    uint32_t start = mc_ticks();
    mc_descriptors result = MC_DESCRIPTORS_MORE;
    for (uint8_t i = 0; i < STEP_ITEMS && result == MC_DESCRIPTORS_MORE && mc_ticks() == start; i++)
        result = one(failure);
    return result;
}

static void close_level(void)
{
    AEDisposeDesc(&work.levels[--work.depth].container);
}

void mc_descriptors_end(void)
{
    while (work.depth > 1)
        close_level();
    work.depth = 0;
    if (work.flat)
        DisposeHandle(work.flat);
    work.flat = NULL;
}

/* ---- Building ---- */

void mc_build_begin(AppleEvent *event, const uint8_t *flat, uint16_t size)
{
    mc_descriptors_end();
    work.event = event;
    work.depth = 1;
    mc_flat_start(&work.walk, flat, size);
}

/* Into the innermost list or record, or the event. */
static OSErr put(const mc_flat_item *item, const AEDesc *desc)
{
    AEDesc *container = work.depth > 1 ? &work.levels[work.depth - 1].container : work.event;
    return item->keyword ? AEPutParamDesc(container, item->keyword, desc) : AEPutDesc(container, 0, desc);
}

static OSErr build_data(const mc_flat_item *item)
{
    AEDesc desc;
    OSErr err = AECreateDesc(item->type, item->content, item->size, &desc);
    if (err != noErr)
        return err;
    err = put(item, &desc);
    AEDisposeDesc(&desc);
    return err;
}

static OSErr open_list(const mc_flat_item *item)
{
    level *level = &work.levels[work.depth];
    OSErr err = AECreateList(NULL, 0, item->type != typeAEList, &level->container);
    if (err == noErr)
        work.depth++;
    return err;
}

/* A record of another type, such as an object specifier, is a record that was coerced. */
static OSErr coerce(AEDesc *record, DescType type)
{
    AEDesc coerced;
    OSErr err = AECoerceDesc(record, type, &coerced);
    if (err != noErr)
        return err;
    AEDisposeDesc(record);
    *record = coerced;
    return noErr;
}

static OSErr close_list(const mc_flat_item *item)
{
    AEDesc desc = work.levels[--work.depth].container;
    OSErr err = item->type == typeAEList || item->type == typeAERecord ? noErr : coerce(&desc, item->type);
    if (err == noErr)
        err = put(item, &desc);
    AEDisposeDesc(&desc);
    return err;
}

static mc_descriptors build_one(mc_failure *failure)
{
    mc_flat_item item;
    OSErr err = noErr;
    switch (mc_flat_next(&work.walk, &item, failure)) {
    case MC_FLAT_DATA:
        err = build_data(&item);
        break;
    case MC_FLAT_OPEN:
        err = open_list(&item);
        break;
    case MC_FLAT_CLOSE:
        err = close_list(&item);
        break;
    case MC_FLAT_END:
        return MC_DESCRIPTORS_DONE;
    case MC_FLAT_BROKEN:
        return MC_DESCRIPTORS_FAILED;
    }
    if (err == noErr)
        return MC_DESCRIPTORS_MORE;
    fail_os(failure, err, "making the event's parameters failed");
    if (failure->code == MC_IO)
        failure->code = MC_BAD_PARAMS; /* no record can be of such a type, or the like */
    return MC_DESCRIPTORS_FAILED;
}

mc_descriptors mc_build_step(mc_failure *failure)
{
    return repeat(build_one, failure);
}

/* ---- Taking apart ---- */

static OSErr enter(const AEDesc *container)
{
    level *level = &work.levels[work.depth];
    level->container = *container;
    level->index = 0;
    OSErr err = AECountItems(container, &level->count);
    if (err == noErr)
        work.depth++;
    return err;
}

bool mc_flatten_begin(const AppleEvent *event, mc_failure *failure)
{
    OSErr err;
    mc_descriptors_end();
    work.flat = TempNewHandle(MC_FLAT_BYTES, &err);
    if (!work.flat)
        return mc_fail_with(failure, MC_NO_MEMORY, "there is no room for the answer");
    HLock(work.flat);
    mc_flat_write(&work.writer, (uint8_t *)*work.flat, MC_FLAT_BYTES);
    err = enter(event);
    return err == noErr || mc_fail_os(failure, err, "looking into the answer failed");
}

/* Types of which it is known that no record is behind them. Of any other the manager says whether there is. */
static bool is_plain(DescType type)
{
    static const DescType plain[] = {'TEXT', 'long', 'shor', 'bool', 'type', 'enum', 'true', 'fals', 'null', 'alis',
                                     'fss ', 'magn', 'sing', 'doub', 'exte', 'comp', 'keyw', 'prop', 'PICT', 'sign', 'psn '};
    for (uint8_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (plain[i] == type)
            return true;
    return false;
}

/* An object specifier, or another record that was coerced to a type of its own, can be coerced back: errAECoercionFail of anything
   else. The manager looks at the bytes alone, and takes eight zeros (a rectangle at the origin, say) for a record of no fields: so do not we. */
static OSErr open_record(const AEDesc *desc, AEDesc *record)
{
    int32_t count;
    OSErr err = is_plain(desc->descriptorType) ? errAECoercionFail : AECoerceDesc(desc, typeAERecord, record);
    if (err != noErr || AECountItems(record, &count) != noErr || count > 0)
        return err;
    AEDisposeDesc(record);
    return errAECoercionFail;
}

/* The container is a level of its own from here on. */
static OSErr flatten_container(AEKeyword keyword, DescType type, AEDesc *container)
{
    OSErr err = noErr;
    if (mc_flat_open(&work.writer, keyword, type))
        err = enter(container);
    if (err != noErr || work.writer.overflow)
        AEDisposeDesc(container);
    return err;
}

static void flatten_data(AEKeyword keyword, const AEDesc *desc)
{
    uint32_t size = desc->dataHandle ? (uint32_t)GetHandleSize(desc->dataHandle) : 0;
    mc_flat_put(&work.writer, keyword, desc->descriptorType, size ? *desc->dataHandle : NULL, size);
}

static OSErr flatten_desc(AEKeyword keyword, AEDesc *desc)
{
    AEDesc record;
    DescType type = desc->descriptorType;
    if (type == typeAEList || type == typeAERecord)
        return flatten_container(keyword, type, desc);
    OSErr err = open_record(desc, &record);
    if (err == errAECoercionFail)
        flatten_data(keyword, desc);
    AEDisposeDesc(desc);
    if (err == noErr)
        return flatten_container(keyword, type, &record);
    return err == errAECoercionFail ? noErr : err;
}

static OSErr flatten_next(level *level)
{
    AEKeyword keyword;
    AEDesc desc;
    bool keyed = level->container.descriptorType != typeAEList;
    OSErr err = AEGetNthDesc(&level->container, ++level->index, typeWildCard, &keyword, &desc);
    return err == noErr ? flatten_desc(keyed ? keyword : 0, &desc) : err;
}

static mc_descriptors flatten_one(mc_failure *failure)
{
    level *level = &work.levels[work.depth - 1];
    OSErr err = noErr;
    if (level->index < level->count) {
        err = flatten_next(level);
    } else if (work.depth == 1) {
        work.depth = 0;
        HUnlock(work.flat);
        SetHandleSize(work.flat, mc_flat_length(&work.writer));
        return MC_DESCRIPTORS_DONE;
    } else {
        close_level();
        mc_flat_close(&work.writer);
    }
    if (work.writer.overflow)
        return fail(failure, MC_TOO_LARGE, "the answer is larger, or nests deeper, than the wire can carry");
    return err == noErr ? MC_DESCRIPTORS_MORE : fail_os(failure, err, "looking into the answer failed");
}

mc_descriptors mc_flatten_step(mc_failure *failure)
{
    return repeat(flatten_one, failure);
}

uint16_t mc_flattened_size(void)
{
    return mc_flat_length(&work.writer);
}

void mc_flattened_copy(uint32_t offset, uint8_t *to, uint16_t count)
{
    memcpy(to, *work.flat + offset, count);
}
