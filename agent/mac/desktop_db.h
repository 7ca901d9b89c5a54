/* Get Info comments, which the desktop database of a volume keeps. Not every volume has one. */
#ifndef MC_DESKTOP_DB_H
#define MC_DESKTOP_DB_H

#include "Files.h"

enum { MC_COMMENT_CHARS = 200 };

/* The comment as a Pascal string; an error when there is none, or no database. */
OSErr mc_get_comment(const FSSpec *place, Str255 comment);

/* Gives a comment. noErr also where there is no database to keep it. */
OSErr mc_set_comment(const FSSpec *place, const uint8_t *comment);

#endif
