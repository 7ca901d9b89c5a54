#include "flat.h"

enum { HEADER_BYTES = 12 };

static const uint32_t NESTED = 0x80000000ul;
static const uint32_t LIST = 0x6C697374ul; /* 'list' */
static const uint32_t RECORD = 0x7265636Ful; /* 'reco' */

void mc_flat_start(mc_flat_walk *walk, const uint8_t *bytes, uint32_t size)
{
    walk->at = bytes;
    walk->depth = 0;
    walk->too_large = size > MC_FLAT_BYTES;
    walk->ends[0] = bytes + size;
}

static mc_flat_found broken(mc_failure *failure, mc_code code, const char *message)
{
    mc_fail_with(failure, code, message);
    return MC_FLAT_BROKEN;
}

static bool in_list(const mc_flat_walk *walk)
{
    return walk->depth > 0 && walk->open[walk->depth - 1].type == LIST;
}

static mc_flat_found leave(mc_flat_walk *walk, mc_flat_item *item)
{
    if (walk->depth == 0)
        return MC_FLAT_END;
    walk->depth--;
    *item = walk->open[walk->depth];
    return MC_FLAT_CLOSE;
}

static mc_flat_found enter(mc_flat_walk *walk, const mc_flat_item *item)
{
    walk->open[walk->depth++] = *item;
    walk->ends[walk->depth] = item->content + item->size;
    return MC_FLAT_OPEN;
}

/* Behind the content, padding included; NULL when it does not end before the list or record does. */
static const uint8_t *behind(const mc_flat_walk *walk, const uint8_t *content, uint32_t size)
{
    uint32_t room = (uint32_t)(walk->ends[walk->depth] - content);
    return size <= room && (size & 1) <= room - size ? content + size + (size & 1) : NULL;
}

mc_flat_found mc_flat_next(mc_flat_walk *walk, mc_flat_item *item, mc_failure *failure)
{
    if (walk->too_large)
        return broken(failure, MC_TOO_LARGE, "the descriptors are too many bytes");
    if (walk->at == walk->ends[walk->depth])
        return leave(walk, item);
    if (walk->depth == MC_FLAT_DEPTH)
        return broken(failure, MC_TOO_LARGE, "the descriptors nest too deep");
    if (walk->ends[walk->depth] - walk->at < HEADER_BYTES)
        return broken(failure, MC_BAD_PARAMS, "an item of the descriptors is cut off");
    uint32_t size = mc_read_u32(walk->at + 8);
    bool nested = size & NESTED;
    size &= ~NESTED;
    item->keyword = mc_read_u32(walk->at);
    item->type = mc_read_u32(walk->at + 4);
    item->content = walk->at + HEADER_BYTES;
    item->size = (uint16_t)size;
    const uint8_t *next = behind(walk, item->content, size);
    if (!next)
        return broken(failure, MC_BAD_PARAMS, "an item of the descriptors is cut off");
    if (size & 1 && next[-1])
        return broken(failure, MC_BAD_PARAMS, "an item of odd size is not followed by a zero");
    if ((item->keyword == 0) != in_list(walk))
        return broken(failure, MC_BAD_PARAMS, "parameters and fields have keywords, items of lists have none");
    if (!nested && (item->type == LIST || item->type == RECORD))
        return broken(failure, MC_BAD_PARAMS, "a list or record does not say that it holds items");
    walk->at = nested ? item->content : next;
    return nested ? enter(walk, item) : MC_FLAT_DATA;
}

/* ---- Writing ---- */

void mc_flat_write(mc_flat_writer *writer, uint8_t *buffer, uint32_t capacity)
{
    writer->start = buffer;
    writer->at = buffer;
    writer->end = buffer + (capacity < MC_FLAT_BYTES ? capacity : MC_FLAT_BYTES);
    writer->depth = 0;
    writer->overflow = false;
}

uint16_t mc_flat_length(const mc_flat_writer *writer)
{
    return (uint16_t)(writer->at - writer->start);
}

static uint8_t *put_header(mc_flat_writer *writer, uint32_t keyword, uint32_t type, uint32_t size)
{
    uint32_t room = (uint32_t)(writer->end - writer->at);
    writer->overflow |= writer->depth == MC_FLAT_DEPTH || room < HEADER_BYTES || size > room - HEADER_BYTES ||
                        (size & 1) > room - HEADER_BYTES - size;
    if (writer->overflow)
        return NULL;
    uint8_t *content = writer->at + HEADER_BYTES;
    mc_write_u32(writer->at, keyword);
    mc_write_u32(writer->at + 4, type);
    mc_write_u32(writer->at + 8, size);
    writer->at = content;
    return content;
}

uint8_t *mc_flat_put_room(mc_flat_writer *writer, uint32_t keyword, uint32_t type, uint32_t size)
{
    uint8_t *content = put_header(writer, keyword, type, size);
    if (!content)
        return NULL;
    writer->at += size;
    if (size & 1)
        *writer->at++ = 0;
    return content;
}

bool mc_flat_put(mc_flat_writer *writer, uint32_t keyword, uint32_t type, const void *bytes, uint32_t size)
{
    uint8_t *content = mc_flat_put_room(writer, keyword, type, size);
    if (content && size)
        memcpy(content, bytes, size);
    return content;
}

bool mc_flat_open(mc_flat_writer *writer, uint32_t keyword, uint32_t type)
{
    uint8_t *content = put_header(writer, keyword, type, 0);
    if (content)
        writer->open[writer->depth++] = content;
    return content;
}

void mc_flat_close(mc_flat_writer *writer)
{
    if (writer->overflow || writer->depth == 0)
        return;
    uint8_t *content = writer->open[--writer->depth];
    mc_write_u32(content - 4, NESTED | (uint32_t)(writer->at - content));
}
