/* The file of the helper application: whether it is what the agent carries, and writing it anew when it is not. */
#ifndef MC_HELPER_FILE_H
#define MC_HELPER_FILE_H

#include "Files.h"

/* MC_CHUNK_BYTES to work with, at an even address. */
void mc_helper_file_lend(uint8_t *spare);

/* Does one piece of that. The disk is used once or hardly more. */
OSErr mc_helper_file_step(void);
bool mc_helper_file_is_ready(void);

/* Gives up half-way: nothing stays open. */
void mc_helper_file_abandon(void);

OSErr mc_helper_file_place(FSSpec *place);

#endif
