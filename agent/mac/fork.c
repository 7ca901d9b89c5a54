#include "fork.h"

OSErr mc_fork_open(mc_open_fork *fork, const FSSpec *place, mc_fork_kind kind, int8_t permission)
{
    HParamBlockRec block;
    memset(&block, 0, sizeof block);
    block.fileParam.ioNamePtr = (StringPtr)place->name;
    block.fileParam.ioVRefNum = place->vRefNum;
    block.fileParam.ioDirID = place->parID;
    block.ioParam.ioPermssn = permission;
    OSErr err = kind == MC_DATA_FORK ? PBHOpenDFSync(&block) : PBHOpenRFSync(&block);
    fork->reference = err == noErr ? block.ioParam.ioRefNum : 0;
    return err;
}

static void prepare(const mc_open_fork *fork, HParamBlockRec *block)
{
    memset(block, 0, sizeof *block);
    block->ioParam.ioRefNum = fork->reference;
}

OSErr mc_fork_close(mc_open_fork *fork)
{
    HParamBlockRec block;
    if (!fork->reference)
        return noErr;
    prepare(fork, &block);
    fork->reference = 0;
    return PBCloseSync(&block);
}

OSErr mc_fork_read(mc_open_fork *fork, uint8_t *bytes, uint16_t count)
{
    HParamBlockRec block;
    prepare(fork, &block);
    block.ioParam.ioBuffer = bytes;
    block.ioParam.ioReqCount = count;
    block.ioParam.ioPosMode = fsAtMark;
    OSErr err = PBReadSync(&block);
    return err == noErr && block.ioParam.ioActCount != count ? eofErr : err;
}

OSErr mc_fork_write(mc_open_fork *fork, const uint8_t *bytes, uint16_t count)
{
    HParamBlockRec block;
    prepare(fork, &block);
    block.ioParam.ioBuffer = (uint8_t *)bytes;
    block.ioParam.ioReqCount = count;
    block.ioParam.ioPosMode = fsAtMark;
    OSErr err = PBWriteSync(&block);
    return err == noErr && block.ioParam.ioActCount != count ? ioErr : err;
}

OSErr mc_fork_go_to(mc_open_fork *fork, uint32_t position)
{
    HParamBlockRec block;
    prepare(fork, &block);
    block.ioParam.ioPosMode = fsFromStart;
    block.ioParam.ioPosOffset = (int32_t)position;
    return PBSetFPosSync(&block);
}

OSErr mc_fork_get_size(mc_open_fork *fork, uint32_t *size)
{
    HParamBlockRec block;
    prepare(fork, &block);
    OSErr err = PBGetEOFSync(&block);
    *size = (uint32_t)block.ioParam.ioMisc;
    return err;
}

OSErr mc_fork_set_size(mc_open_fork *fork, uint32_t size)
{
    HParamBlockRec block;
    prepare(fork, &block);
    block.ioParam.ioMisc = (Ptr)size;
    return PBSetEOFSync(&block);
}
