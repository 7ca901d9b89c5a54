#include "own_file.h"

OSErr mc_own_file(HParamBlockRec *block, uint8_t *name)
{
    memset(block, 0, sizeof *block);
    block->fileParam.ioNamePtr = name;
    return FindFolder(kOnSystemDisk, kPreferencesFolderType, kDontCreateFolder, &block->fileParam.ioVRefNum,
                      &block->fileParam.ioDirID);
}

/* For TeachText, so that the user can read it. PBHGetFInfo leaves the file's number where the next call wants the folder's. */
static void dress(HParamBlockRec *block)
{
    int32_t folder = block->fileParam.ioDirID;
    if (PBHGetFInfoSync(block) != noErr)
        return;
    block->fileParam.ioDirID = folder;
    block->fileParam.ioFlFndrInfo.fdType = 'TEXT';
    block->fileParam.ioFlFndrInfo.fdCreator = 'ttxt';
    PBHSetFInfoSync(block);
    block->fileParam.ioDirID = folder;
}

static OSErr open_for_writing(HParamBlockRec *block)
{
    block->ioParam.ioPermssn = fsRdWrPerm;
    return PBHOpenDFSync(block);
}

OSErr mc_own_file_open(HParamBlockRec *block, uint8_t *name)
{
    OSErr err = mc_own_file(block, name);
    if (err != noErr)
        return err;
    err = open_for_writing(block);
    if (err != fnfErr)
        return err;
    err = PBHCreateSync(block);
    if (err != noErr)
        return err;
    dress(block);
    return open_for_writing(block);
}
