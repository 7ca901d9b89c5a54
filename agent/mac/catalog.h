/* From a path to a place in the catalogue, and what stands there. */
#ifndef MC_CATALOG_H
#define MC_CATALOG_H

#include "Files.h"
#include "path.h"
#include "request.h"

typedef enum mc_lookup {
    MC_LOOKUP_FOUND,
    MC_LOOKUP_ABSENT, /* only the last name is missing: the place is filled in, the entry is not */
    MC_LOOKUP_FAILED /* `failure` says why */
} mc_lookup;

/* What a path names. A volume's root lies in folder fsRtParID. */
typedef struct mc_found {
    mc_lookup result;
    FSSpec place;
    CInfoPBRec entry;
    mc_failure failure;
} mc_found;

/* Looks a path up, some names in each turn, because each may be an access to the disk; goes on with `then` when the lookup has ended,
   whatever came out of it. The parameters are kept until the request is answered. */
void mc_find_then(mc_request *request, mc_slice path, mc_found *found, void (*then)(mc_request *request));

/* Whether something stands there: otherwise the request is refused. */
bool mc_found_or_refuse(mc_request *request, const mc_found *found);

/* The steps of a lookup: from the volume's name to its root, then from a folder to something in it. */
void mc_enter_volume(mc_path *path, mc_found *found);
void mc_enter(const uint8_t *name, bool last, mc_found *found);

/* What the catalogue says of a place. */
OSErr mc_get_entry(const FSSpec *place, CInfoPBRec *entry);

/* The index-th thing in a folder, from 1; its name is filled in. */
OSErr mc_get_indexed_entry(int16_t volume, int32_t folder, int16_t index, Str63 name, CInfoPBRec *entry);

/* Where a folder of that number stands. */
OSErr mc_get_folder(int16_t volume, int32_t folder, FSSpec *place, CInfoPBRec *entry);

static inline bool mc_is_folder(const CInfoPBRec *entry)
{
    return entry->hFileInfo.ioFlAttrib & kAttribFolder;
}

/* The number of a file or folder, which lies at one place in both. */
static inline int32_t mc_entry_id(const CInfoPBRec *entry)
{
    return entry->hFileInfo.ioDirID;
}

/* Writes an entry as an object. */
void mc_write_entry(mc_writer *writer, const uint8_t *name, const CInfoPBRec *entry);

/* Changes of the catalogue, one access to the disk each. */
OSErr mc_delete_place(const FSSpec *place);
OSErr mc_rename_place(FSSpec *place, const uint8_t *name); /* the place then has the new name */
OSErr mc_move_place(FSSpec *place, int32_t folder); /* ... is in the new folder */
OSErr mc_make_folder(const FSSpec *place, int32_t *folder);

/* Writes what the volume's cache holds to the disk. Long. */
OSErr mc_flush_volume(int16_t volume);

/* A place beside another under a name of 31 characters: 23 of `form`, then the number. */
void mc_name_beside(const FSSpec *target, const char *form, uint32_t number, FSSpec *place);

#endif
