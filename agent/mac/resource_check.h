/* Looks, in stages, whether a resource fork is whole, before the Resource Manager is let at it. */
#ifndef MC_RESOURCE_CHECK_H
#define MC_RESOURCE_CHECK_H

#include "Files.h"
#include "stages.h"

typedef struct mc_check {
    const FSSpec *place;
    uint32_t size; /* of the fork */
    bool has_type;
    OSType type; /* its references are looked at, too */
    bool has_id;
    int16_t id; /* the length of its data, too */
    uint8_t *buffer; /* MC_CHUNK_BYTES */
    mc_stage then; /* the fork is whole, and closed again */
} mc_check;

/* The first stage of a check. */
mc_stage mc_check_begin(const mc_check *check);

/* A stage that undoes: closes the fork. */
OSErr mc_check_undo(void);

#endif
