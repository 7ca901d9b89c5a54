/* Desktop Manager (Inside Macintosh: More Macintosh Toolbox, chapter 9): what a volume's desktop database knows. */
#ifndef MC_TOOLBOX_DESKTOPDATABASE_H
#define MC_TOOLBOX_DESKTOPDATABASE_H

#include "Files.h"

typedef struct DTPBRec {
    MC_PARAM_HEADER;
    int16_t ioDTRefNum;
    int16_t ioIndex;
    int32_t ioTagInfo;
    Ptr ioDTBuffer;
    int32_t ioDTReqCount;
    int32_t ioDTActCount;
    int8_t filler1;
    int8_t ioIconType;
    int16_t filler2;
    int32_t ioDirID;
    OSType ioFileCreator;
    OSType ioFileType;
    int32_t ioFiller3;
    int32_t ioDTLgLen;
    int32_t ioDTPyLen;
    int16_t ioFiller4[14];
    int32_t ioAPPLParID;
} DTPBRec;
_Static_assert(sizeof(DTPBRec) == 104, "DTPBRec");

enum { afpItemNotFound = -5012 };

MC_BLOCK_SELECTOR_TRAP(PBDTGetPath, DTPBRec, 0xA260, 0x20)
MC_BLOCK_SELECTOR_TRAP(PBDTGetAPPLSync, DTPBRec, 0xA260, 0x27)

#endif
