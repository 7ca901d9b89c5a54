/* From a place in the catalogue to its full path name. */
#ifndef MC_FULL_PATH_H
#define MC_FULL_PATH_H

#include "Files.h"
#include "json_write.h"

/* Writes the path of a file as a member. Asks the catalogue once for each folder above it. */
OSErr mc_member_path(mc_writer *writer, const char *name, const FSSpec *place);

#endif
