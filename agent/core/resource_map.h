/*
 * Is a resource fork whole? The Resource Manager believes what a map says, and a damaged one takes the Macintosh down; so the agent looks
 * first. Inside Macintosh: More Macintosh Toolbox, chapter 1, "Resource File Format".
 */
#ifndef MC_RESOURCE_MAP_H
#define MC_RESOURCE_MAP_H

#include "bytes.h"

enum {
    MC_FORK_HEADER_BYTES = 16,
    MC_MAP_HEADER_BYTES = 30, /* with the number of types, which begins the list of types */
    MC_MAP_TYPE_BYTES = 8,
    MC_MAP_REFERENCE_BYTES = 12
};

typedef struct mc_resource_map {
    uint32_t data_at; /* in the fork */
    uint32_t data_size;
    uint32_t map_at; /* in the fork */
    uint32_t map_size;
    uint16_t types_at; /* in the map */
    uint16_t names_at; /* in the map */
    uint16_t types; /* how many */
} mc_resource_map;

/* One type of the list. */
typedef struct mc_map_type {
    uint32_t type;
    uint16_t count;
    uint32_t references_at; /* in the map */
} mc_map_type;

/* The steps of the check; each is false when what it looks at leads outside of the fork. */
bool mc_map_read_fork_header(mc_resource_map *map, const uint8_t *bytes, uint32_t fork_size);
bool mc_map_read_header(mc_resource_map *map, const uint8_t *bytes);
bool mc_map_read_type(const mc_resource_map *map, const uint8_t *bytes, mc_map_type *type);
bool mc_map_check_reference(const mc_resource_map *map, const uint8_t *bytes);

#endif
