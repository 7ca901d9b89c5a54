#include "resource_check.h"
#include "fork.h"
#include "resource_map.h"

static struct {
    mc_check what;
    mc_open_fork fork;
    mc_resource_map map;
    mc_map_type wanted; /* the type whose references are looked at; count 0: not found */
    uint16_t done; /* how many types, then how many references have been looked at */
} check;

static OSErr damaged(void)
{
    return mc_stage_refuse(MC_IO, NULL, "the resource fork is damaged");
}

static OSErr close_fork(void)
{
    return mc_then(mc_fork_close(&check.fork), check.what.then);
}

OSErr mc_check_undo(void)
{
    return mc_then(mc_fork_close(&check.fork), NULL);
}

static OSErr read_at(uint32_t position, uint32_t count)
{
    OSErr err = mc_fork_go_to(&check.fork, position);
    return err == noErr ? mc_fork_read(&check.fork, check.what.buffer, (uint16_t)count) : err;
}

/* As many items of a table as fit into the buffer; how many that are. */
static OSErr read_items(uint32_t table, uint16_t item_bytes, uint16_t count, uint16_t *now)
{
    uint16_t left = (uint16_t)(count - check.done), most = (uint16_t)(MC_CHUNK_BYTES / item_bytes);
    *now = left < most ? left : most;
    return read_at(check.map.map_at + table + (uint32_t)check.done * item_bytes, (uint32_t)*now * item_bytes);
}

static OSErr check_length(uint32_t data)
{
    OSErr err = read_at(check.map.data_at + data, 4);
    if (err == noErr && mc_read_u32(check.what.buffer) > check.map.data_size - data - 4)
        return damaged();
    return mc_then(err, close_fork);
}

static OSErr check_length_of_wanted(void)
{
    return check_length(check.wanted.references_at); /* now the place of its data */
}

static OSErr check_references(void)
{
    uint16_t now;
    if (check.done == check.wanted.count)
        return mc_then(noErr, close_fork);
    OSErr err = read_items(check.wanted.references_at, MC_MAP_REFERENCE_BYTES, check.wanted.count, &now);
    const uint8_t *reference = check.what.buffer;
    for (uint16_t i = 0; err == noErr && i < now; i++, reference += MC_MAP_REFERENCE_BYTES) {
        if (!mc_map_check_reference(&check.map, reference))
            return damaged();
        if (check.what.has_id && (int16_t)(reference[0] << 8 | reference[1]) == check.what.id) {
            check.wanted.references_at = mc_read_u32(reference + 4) & 0xFFFFFF;
            return mc_then(noErr, check_length_of_wanted);
        }
    }
    check.done = (uint16_t)(check.done + now);
    return mc_then(err, check_references);
}

static OSErr check_types(void)
{
    uint16_t now;
    mc_map_type type;
    if (check.done == check.map.types) {
        check.done = 0;
        return mc_then(noErr, check_references);
    }
    OSErr err = read_items((uint32_t)check.map.types_at + 2, MC_MAP_TYPE_BYTES, check.map.types, &now);
    for (uint16_t i = 0; err == noErr && i < now; i++) {
        if (!mc_map_read_type(&check.map, check.what.buffer + (uint16_t)(i * MC_MAP_TYPE_BYTES), &type))
            return damaged();
        if (check.what.has_type && type.type == check.what.type)
            check.wanted = type;
    }
    check.done = (uint16_t)(check.done + now);
    return mc_then(err, check_types);
}

static OSErr read_map_header(void)
{
    OSErr err = read_at(check.map.map_at, MC_MAP_HEADER_BYTES);
    if (err == noErr && !mc_map_read_header(&check.map, check.what.buffer))
        return damaged();
    return mc_then(err, check_types);
}

static OSErr read_fork_header(void)
{
    OSErr err = read_at(0, MC_FORK_HEADER_BYTES);
    if (err == noErr && !mc_map_read_fork_header(&check.map, check.what.buffer, check.what.size))
        return damaged();
    return mc_then(err, read_map_header);
}

static OSErr open_fork(void)
{
    if (check.what.size < MC_FORK_HEADER_BYTES)
        return damaged();
    return mc_then(mc_fork_open(&check.fork, check.what.place, MC_RESOURCE_FORK, fsRdPerm), read_fork_header);
}

mc_stage mc_check_begin(const mc_check *what)
{
    memset(&check, 0, sizeof check);
    check.what = *what;
    return open_fork;
}
