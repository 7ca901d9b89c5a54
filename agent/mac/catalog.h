/* From a path to a place in the catalogue, and what stands there. */
#ifndef MC_CATALOG_H
#define MC_CATALOG_H

#include "Files.h"
#include "request.h"

typedef enum mc_lookup {
    MC_LOOKUP_FOUND,
    MC_LOOKUP_ABSENT, /* only the last name is missing: the place is filled in, the entry is not */
    MC_LOOKUP_FAILED /* `failure` says why */
} mc_lookup;

/* Finds what a full path names. A volume's root lies in folder fsRtParID. */
mc_lookup mc_find(mc_slice path, FSSpec *place, CInfoPBRec *entry, mc_failure *failure);

/* The same where it must be there: otherwise the request is refused. */
bool mc_find_or_refuse(mc_request *request, mc_slice path, FSSpec *place, CInfoPBRec *entry);

/* What the catalogue says of a place. */
OSErr mc_get_entry(const FSSpec *place, CInfoPBRec *entry);

static inline bool mc_is_folder(const CInfoPBRec *entry)
{
    return entry->hFileInfo.ioFlAttrib & kAttribFolder;
}

/* Writes an entry as an object. */
void mc_write_entry(mc_writer *writer, const uint8_t *name, const CInfoPBRec *entry);

#endif
