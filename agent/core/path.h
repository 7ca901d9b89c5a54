/* Full path names: names of MacRoman characters with a colon between, the volume's first (Inside Macintosh: Files, chapter 2). */
#ifndef MC_PATH_H
#define MC_PATH_H

#include "failure.h"

enum { MC_VOLUME_CHARS = 27 };

typedef struct mc_path {
    uint8_t characters[MC_STRING_BYTES];
    uint16_t length;
    uint16_t at; /* where the next name begins */
    bool ended;
} mc_path;

/* Whether a path ends with a colon, which stands behind the name of a folder or volume. */
bool mc_path_is_folders(mc_slice utf8);

/* Starts at the volume's name. False (MC_BAD_NAME) when a character is missing from MacRoman. */
bool mc_path_start(mc_path *path, mc_slice utf8, mc_failure *failure);

/* Takes the next name, as a Pascal string. False at the end (`ended`), or when it is no name that HFS can hold. */
bool mc_path_next(mc_path *path, uint8_t *name, mc_failure *failure);

/* Whether no name is left. */
bool mc_path_is_last(const mc_path *path);

#endif
