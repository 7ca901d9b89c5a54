#include "path.h"
#include "macroman.h"

bool mc_path_start(mc_path *path, mc_slice utf8, mc_failure *failure)
{
    path->at = 0;
    path->ended = false;
    path->length = mc_to_macroman(utf8, path->characters, sizeof path->characters);
    if (path->length == MC_NOT_MACROMAN)
        return mc_fail_with(failure, MC_BAD_NAME, "the path has a character that MacRoman lacks");
    failure->code = MC_OK;
    return true;
}

bool mc_path_is_folders(mc_slice utf8)
{
    return utf8.length > 0 && utf8.bytes[utf8.length - 1] == ':';
}

/* A colon at the very end has no name behind it. */
bool mc_path_is_last(const mc_path *path)
{
    return path->at >= path->length;
}

bool mc_path_next(mc_path *path, uint8_t *name, mc_failure *failure)
{
    uint16_t start = path->at;
    uint16_t end = start;
    uint16_t limit = start == 0 ? MC_VOLUME_CHARS : MC_NAME_CHARS;
    if (start > 0 && mc_path_is_last(path)) {
        path->ended = true;
        return false;
    }
    while (end < path->length && path->characters[end] != ':')
        end++;
    if (end == start)
        return mc_fail_with(failure, MC_BAD_NAME, "the path has an empty name");
    if (end - start > limit)
        return mc_fail_with(failure, MC_BAD_NAME, "a name in the path is too long");
    name[0] = (uint8_t)(end - start);
    memcpy(name + 1, path->characters + start, name[0]);
    path->at = (uint16_t)(end + 1);
    return true;
}
