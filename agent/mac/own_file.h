/* The agent's own files: text in the Preferences folder. */
#ifndef MC_OWN_FILE_H
#define MC_OWN_FILE_H

#include "Files.h"

/* Prepares a block for a call on the file of that name (a Pascal string, which must stay). */
OSErr mc_own_file(HParamBlockRec *block, uint8_t *name);

/* Opens its data fork for reading and writing; makes the file when it is missing. The block then holds the reference. */
OSErr mc_own_file_open(HParamBlockRec *block, uint8_t *name);

#endif
