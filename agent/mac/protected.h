/*
 * What the Macintosh or the agent runs from, and every folder on the way to it: neither is deleted, moved or replaced. That is the
 * System Folder, its System and Finder, the agent's own file and its preferences.
 */
#ifndef MC_PROTECTED_H
#define MC_PROTECTED_H

#include "catalog.h"

/* Finds out what it is, a little in each call; true when all is known. Call mc_protection_begin first. */
void mc_protection_begin(void);
bool mc_protection_step(void);

/* Whether what the catalogue says is about something protected. */
bool mc_is_protected(int16_t volume, const CInfoPBRec *entry);

/* While a folder is deleted with all that it holds, nothing else is deleted or moved (mac/fs_delete.c). */
bool mc_tree_is_being_deleted(void);

#endif
