#include "copied.h"

static struct {
    Handle bytes;
    uint32_t size;
    uint32_t at;
} copied;

static void dispose(void)
{
    DisposeHandle(copied.bytes);
}

static mc_source_status fill(uint8_t *chunk, uint16_t *filled, mc_failure *failure)
{
    uint32_t left = copied.size - copied.at;
    uint16_t room = (uint16_t)(MC_CHUNK_BYTES - *filled);
    uint16_t count = left < room ? (uint16_t)left : room;
    (void)failure;
    memcpy(chunk + *filled, *copied.bytes + copied.at, count);
    *filled = (uint16_t)(*filled + count);
    copied.at += count;
    return copied.at == copied.size ? MC_SOURCE_END : MC_SOURCE_CHUNK;
}

static const mc_source copied_source = {fill, dispose};

void mc_copied_take(Handle bytes)
{
    HNoPurge(bytes);
    copied.bytes = bytes;
    copied.size = (uint32_t)GetHandleSize(bytes);
    copied.at = 0;
}

/* The taking of memory may purge what is to be copied. */
OSErr mc_copied_make(Handle bytes)
{
    OSErr err;
    Size size = GetHandleSize(bytes);
    Handle copy = TempNewHandle(size, &err);
    if (!copy)
        return memFullErr;
    if (!*bytes) {
        DisposeHandle(copy);
        return memFullErr;
    }
    BlockMoveData(*bytes, *copy, size);
    mc_copied_take(copy);
    return noErr;
}

void mc_copied_send(mc_request *request, mc_writer *writer)
{
    mc_member_binary_sized(writer, "data", copied.size);
    mc_answer_end(request);
    mc_stream(request, &copied_source);
}
