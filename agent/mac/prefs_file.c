#include "prefs_file.h"
#include "own_file.h"

enum { PREFS_BYTES = 1024 };

static OSErr open_prefs(HParamBlockRec *block)
{
    static uint8_t name[] = "\24mc-agent Preferences";
    OSErr err = mc_own_file(block, name);
    if (err != noErr)
        return err;
    block->ioParam.ioPermssn = fsRdPerm;
    return PBHOpenDFSync(block);
}

void mc_prefs_load(mc_prefs *prefs)
{
    HParamBlockRec block;
    uint8_t text[PREFS_BYTES];
    mc_prefs_default(prefs);
    if (open_prefs(&block) != noErr)
        return;
    block.ioParam.ioBuffer = text;
    block.ioParam.ioReqCount = sizeof text;
    block.ioParam.ioPosMode = fsAtMark;
    OSErr err = PBReadSync(&block);
    if (err == noErr || err == eofErr)
        mc_prefs_parse(prefs, text, (uint16_t)block.ioParam.ioActCount);
    PBCloseSync(&block);
}
