#include "resource_map.h"

static uint16_t read_u16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* Whether so many bytes from there on lie in a whole of that size. */
static bool lies_within(uint32_t at, uint32_t count, uint32_t whole)
{
    return at <= whole && count <= whole - at;
}

bool mc_map_read_fork_header(mc_resource_map *map, const uint8_t *bytes, uint32_t fork_size)
{
    map->data_at = mc_read_u32(bytes);
    map->map_at = mc_read_u32(bytes + 4);
    map->data_size = mc_read_u32(bytes + 8);
    map->map_size = mc_read_u32(bytes + 12);
    return map->data_at >= MC_FORK_HEADER_BYTES && map->map_at >= MC_FORK_HEADER_BYTES &&
           lies_within(map->data_at, map->data_size, fork_size) && lies_within(map->map_at, map->map_size, fork_size) &&
           map->map_size >= MC_MAP_HEADER_BYTES;
}

/* The number of types, as every count in a map, is one less than there are: 0xFFFF stands for none. */
bool mc_map_read_header(mc_resource_map *map, const uint8_t *bytes)
{
    map->types_at = read_u16(bytes + 24);
    map->names_at = read_u16(bytes + 26);
    map->types = 0;
    if (!lies_within(map->types_at, 2, map->map_size) || map->names_at > map->map_size)
        return false;
    if (map->types_at != MC_MAP_HEADER_BYTES - 2)
        return false; /* nobody writes it elsewhere */
    map->types = (uint16_t)(read_u16(bytes + 28) + 1);
    return lies_within((uint32_t)map->types_at + 2, (uint32_t)map->types * MC_MAP_TYPE_BYTES, map->map_size);
}

bool mc_map_read_type(const mc_resource_map *map, const uint8_t *bytes, mc_map_type *type)
{
    type->type = mc_read_u32(bytes);
    type->count = (uint16_t)(read_u16(bytes + 4) + 1);
    type->references_at = (uint32_t)map->types_at + read_u16(bytes + 6);
    return lies_within(type->references_at, (uint32_t)type->count * MC_MAP_REFERENCE_BYTES, map->map_size);
}

/* The offset of the data has three bytes; four of length stand there. A name's offset of 0xFFFF stands for no name. */
bool mc_map_check_reference(const mc_resource_map *map, const uint8_t *bytes)
{
    uint16_t name = read_u16(bytes + 2);
    uint32_t data = mc_read_u32(bytes + 4) & 0xFFFFFF;
    return lies_within(data, 4, map->data_size) &&
           (name == 0xFFFF || lies_within((uint32_t)map->names_at + name, 1, map->map_size));
}
