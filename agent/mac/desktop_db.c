#include "desktop_db.h"

static OSErr open_database(DTPBRec *block, const FSSpec *place)
{
    memset(block, 0, sizeof *block);
    block->ioVRefNum = place->vRefNum;
    OSErr err = PBDTGetPathSync(block);
    block->ioNamePtr = (StringPtr)place->name;
    block->ioDirID = place->parID;
    return err;
}

/* A file system may give up to 255 characters, whatever the book says of 200, and may or may not look at ioDTReqCount. */
OSErr mc_get_comment(const FSSpec *place, Str255 comment)
{
    DTPBRec block;
    OSErr err = open_database(&block, place);
    if (err != noErr)
        return err;
    block.ioDTBuffer = comment + 1;
    block.ioDTReqCount = sizeof(Str255) - 1;
    err = PBDTGetCommentSync(&block);
    comment[0] = block.ioDTActCount > MC_COMMENT_CHARS ? MC_COMMENT_CHARS : (uint8_t)block.ioDTActCount;
    return err;
}

OSErr mc_set_comment(const FSSpec *place, const uint8_t *comment)
{
    DTPBRec block;
    if (open_database(&block, place) != noErr)
        return noErr;
    block.ioDTBuffer = (uint8_t *)comment + 1;
    block.ioDTReqCount = comment[0];
    return PBDTSetCommentSync(&block);
}
