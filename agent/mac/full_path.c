#include "full_path.h"
#include "catalog.h"

enum { PATH_CHARS = 1024, FOLDERS = 64 };

/* A path grows from its end to its start. */
typedef struct path {
    uint8_t characters[PATH_CHARS];
    uint16_t start;
} path;

static bool put_in_front(path *path, const uint8_t *name)
{
    if (path->start < name[0])
        return false;
    path->start = (uint16_t)(path->start - name[0]);
    memcpy(path->characters + path->start, name + 1, name[0]);
    return true;
}

static OSErr build(path *path, const FSSpec *place)
{
    static const uint8_t colon[] = "\1:";
    FSSpec above = *place;
    CInfoPBRec entry;
    path->start = PATH_CHARS;
    bool fits = put_in_front(path, place->name);
    for (uint8_t folders = 0; fits && above.parID != fsRtParID; folders++) {
        OSErr err = folders < FOLDERS ? mc_get_folder(above.vRefNum, above.parID, &above, &entry) : bdNamErr;
        if (err != noErr)
            return err;
        fits = put_in_front(path, colon) && put_in_front(path, above.name);
    }
    return fits ? noErr : bdNamErr;
}

OSErr mc_member_path(mc_writer *writer, const char *name, const FSSpec *place)
{
    path path;
    OSErr err = build(&path, place);
    mc_write_key(writer, name);
    mc_write_macroman(writer, path.characters + path.start, (uint16_t)(PATH_CHARS - path.start));
    return err;
}
