/* File Manager (Inside Macintosh: Files, chapter 2) and FindFolder (Macintosh Toolbox Essentials, chapter 7). */
#ifndef MC_TOOLBOX_FILES_H
#define MC_TOOLBOX_FILES_H

#include "LowMem.h"

enum { fsRtParID = 1, fsRtDirID = 2 };
enum { fsRdPerm = 1, fsRdWrPerm = 3 };
enum { fsAtMark = 0, fsFromStart = 1, fsFromLEOF = 2 };
enum { fInvisible = 0x4000 }; /* of Finder flags */

/* Bits of ioFlAttrib. */
enum { kAttribLocked = 0x01, kAttribFolder = 0x10, kAttribOpen = 0x80 };

typedef struct FInfo {
    OSType fdType;
    OSType fdCreator;
    uint16_t fdFlags;
    Point fdLocation;
    int16_t fdFldr;
} FInfo;
_Static_assert(sizeof(FInfo) == 16, "FInfo");

typedef struct DInfo {
    Rect frRect;
    uint16_t frFlags;
    Point frLocation;
    int16_t frView;
} DInfo;
_Static_assert(sizeof(DInfo) == 16, "DInfo");

#define MC_PARAM_HEADER                                                                                                \
    QElem *qLink;                                                                                                      \
    int16_t qType;                                                                                                     \
    int16_t ioTrap;                                                                                                    \
    Ptr ioCmdAddr;                                                                                                     \
    ProcPtr ioCompletion;                                                                                              \
    volatile OSErr ioResult;                                                                                           \
    StringPtr ioNamePtr;                                                                                               \
    int16_t ioVRefNum

typedef struct HIOParam {
    MC_PARAM_HEADER;
    int16_t ioRefNum;
    int8_t ioVersNum;
    int8_t ioPermssn;
    Ptr ioMisc; /* PBSetEOF: the new end; PBHRename: the new name */
    uint8_t *ioBuffer;
    int32_t ioReqCount;
    int32_t ioActCount;
    int16_t ioPosMode;
    int32_t ioPosOffset;
} HIOParam;
_Static_assert(sizeof(HIOParam) == 50, "HIOParam");
_Static_assert(offsetof(HIOParam, ioRefNum) == 24, "HIOParam");

typedef struct HFileParam {
    MC_PARAM_HEADER;
    int16_t ioFRefNum;
    int8_t ioFVersNum;
    int8_t filler1;
    int16_t ioFDirIndex;
    uint8_t ioFlAttrib;
    int8_t ioFlVersNum;
    FInfo ioFlFndrInfo;
    int32_t ioDirID;
    uint16_t ioFlStBlk;
    uint32_t ioFlLgLen;
    uint32_t ioFlPyLen;
    uint16_t ioFlRStBlk;
    uint32_t ioFlRLgLen;
    uint32_t ioFlRPyLen;
    uint32_t ioFlCrDat;
    uint32_t ioFlMdDat;
} HFileParam;
_Static_assert(sizeof(HFileParam) == 80, "HFileParam");
_Static_assert(offsetof(HFileParam, ioDirID) == 48, "HFileParam");

typedef struct HVolumeParam {
    MC_PARAM_HEADER;
    int32_t filler2;
    int16_t ioVolIndex;
    uint32_t ioVCrDate;
    uint32_t ioVLsMod;
    uint16_t ioVAtrb;
    uint16_t ioVNmFls;
    uint16_t ioVBitMap;
    uint16_t ioAllocPtr;
    uint16_t ioVNmAlBlks;
    uint32_t ioVAlBlkSiz;
    uint32_t ioVClpSiz;
    uint16_t ioAlBlSt;
    uint32_t ioVNxtCNID;
    uint16_t ioVFrBlk;
    uint16_t ioVSigWord;
    int16_t ioVDrvInfo;
    int16_t ioVDRefNum;
    int16_t ioVFSID;
    uint32_t ioVBkUp;
    int16_t ioVSeqNum;
    uint32_t ioVWrCnt;
    uint32_t ioVFilCnt;
    uint32_t ioVDirCnt;
    int32_t ioVFndrInfo[8];
} HVolumeParam;
_Static_assert(sizeof(HVolumeParam) == 122, "HVolumeParam");
_Static_assert(offsetof(HVolumeParam, ioVFrBlk) == 62, "HVolumeParam");

typedef union HParamBlockRec {
    HIOParam ioParam;
    HFileParam fileParam;
    HVolumeParam volumeParam;
} HParamBlockRec;
_Static_assert(sizeof(HParamBlockRec) == 122, "HParamBlockRec");

typedef struct HFileInfo {
    MC_PARAM_HEADER;
    int16_t ioFRefNum;
    int8_t ioFVersNum;
    int8_t filler1;
    int16_t ioFDirIndex;
    uint8_t ioFlAttrib;
    uint8_t ioACUser;
    FInfo ioFlFndrInfo;
    int32_t ioDirID;
    uint16_t ioFlStBlk;
    uint32_t ioFlLgLen;
    uint32_t ioFlPyLen;
    uint16_t ioFlRStBlk;
    uint32_t ioFlRLgLen;
    uint32_t ioFlRPyLen;
    uint32_t ioFlCrDat;
    uint32_t ioFlMdDat;
    uint32_t ioFlBkDat;
    uint8_t ioFlXFndrInfo[16];
    int32_t ioFlParID;
    uint32_t ioFlClpSiz;
} HFileInfo;
_Static_assert(sizeof(HFileInfo) == 108, "HFileInfo");
_Static_assert(offsetof(HFileInfo, ioFlMdDat) == 76, "HFileInfo");

typedef struct DirInfo {
    MC_PARAM_HEADER;
    int16_t ioFRefNum;
    int8_t ioFVersNum;
    int8_t filler1;
    int16_t ioFDirIndex;
    uint8_t ioFlAttrib;
    uint8_t ioACUser;
    DInfo ioDrUsrWds;
    int32_t ioDrDirID;
    uint16_t ioDrNmFls;
    uint16_t filler3[9];
    uint32_t ioDrCrDat;
    uint32_t ioDrMdDat;
    uint32_t ioDrBkDat;
    uint8_t ioDrFndrInfo[16];
    int32_t ioDrParID;
} DirInfo;
_Static_assert(sizeof(DirInfo) == 104, "DirInfo");
_Static_assert(offsetof(DirInfo, ioDrCrDat) == 72, "DirInfo");

typedef union CInfoPBRec {
    HFileInfo hFileInfo;
    DirInfo dirInfo;
} CInfoPBRec;
_Static_assert(sizeof(CInfoPBRec) == 108, "CInfoPBRec");

/* PBCatMove. */
typedef struct CMovePBRec {
    MC_PARAM_HEADER;
    int32_t filler1;
    StringPtr ioNewName;
    int32_t filler2;
    int32_t ioNewDirID;
    int32_t filler3[2];
    int32_t ioDirID;
} CMovePBRec;
_Static_assert(sizeof(CMovePBRec) == 52, "CMovePBRec");
_Static_assert(offsetof(CMovePBRec, ioNewDirID) == 36, "CMovePBRec");

/* A file control block, of a fork that is open. */
typedef struct FCBPBRec {
    MC_PARAM_HEADER;
    int16_t ioRefNum;
    int16_t filler;
    int16_t ioFCBIndx;
    int16_t filler1;
    int32_t ioFCBFlNm;
    int16_t ioFCBFlags;
    uint16_t ioFCBStBlk;
    uint32_t ioFCBEOF;
    uint32_t ioFCBPLen;
    uint32_t ioFCBCrPs;
    int16_t ioFCBVRefNum;
    int32_t ioFCBClpSiz;
    int32_t ioFCBParID;
} FCBPBRec;
_Static_assert(sizeof(FCBPBRec) == 62, "FCBPBRec");

/* The desktop database (More Macintosh Toolbox, chapter 9). */
typedef struct DTPBRec {
    MC_PARAM_HEADER;
    int16_t ioDTRefNum;
    int16_t ioIndex;
    int32_t ioTagInfo;
    uint8_t *ioDTBuffer;
    int32_t ioDTReqCount;
    int32_t ioDTActCount;
    int8_t ioFiller1;
    int8_t ioIconType;
    int16_t ioFiller2;
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

/* An element of the drive queue; four bytes of flags lie in front of it (Files, chapter 2, "Drive Queue Elements"). */
typedef struct DrvQEl {
    QElem *qLink;
    int16_t qType;
    int16_t dQDrive;
    int16_t dQRefNum;
    int16_t dQFSID;
    uint16_t dQDrvSz;
    uint16_t dQDrvSz2;
} DrvQEl;
_Static_assert(sizeof(DrvQEl) == 16, "DrvQEl");

/* A volume, a folder's number and a name. */
typedef struct FSSpec {
    int16_t vRefNum;
    int32_t parID;
    Str63 name;
} FSSpec;
_Static_assert(sizeof(FSSpec) == 70, "FSSpec");

MC_BLOCK_TRAP(PBOpenSync, HParamBlockRec, 0xA000) /* also opens a driver by its name */
MC_BLOCK_TRAP(PBCloseSync, HParamBlockRec, 0xA001)
MC_BLOCK_TRAP(PBReadSync, HParamBlockRec, 0xA002)
MC_BLOCK_TRAP(PBWriteSync, HParamBlockRec, 0xA003)
MC_BLOCK_TRAP(PBWriteAsync, HParamBlockRec, 0xA403)
MC_BLOCK_TRAP(PBKillIOSync, HParamBlockRec, 0xA006)
MC_BLOCK_TRAP(PBGetEOFSync, HParamBlockRec, 0xA011)
MC_BLOCK_TRAP(PBSetEOFSync, HParamBlockRec, 0xA012)
MC_BLOCK_TRAP(PBFlushVolSync, HParamBlockRec, 0xA013)
MC_BLOCK_TRAP(PBFlushFileSync, HParamBlockRec, 0xA045)
MC_BLOCK_TRAP(PBHGetVInfoSync, HParamBlockRec, 0xA207)
MC_BLOCK_TRAP(PBHCreateSync, HParamBlockRec, 0xA208)
MC_BLOCK_TRAP(PBHDeleteSync, HParamBlockRec, 0xA209)
MC_BLOCK_TRAP(PBHOpenRFSync, HParamBlockRec, 0xA20A)
MC_BLOCK_TRAP(PBHRenameSync, HParamBlockRec, 0xA20B)
MC_BLOCK_TRAP(PBHGetFInfoSync, HParamBlockRec, 0xA20C)
MC_BLOCK_TRAP(PBHSetFInfoSync, HParamBlockRec, 0xA20D)
MC_BLOCK_TRAP(PBSetFPosSync, HParamBlockRec, 0xA044)
MC_BLOCK_SELECTOR_TRAP(PBCatMoveSync, CMovePBRec, 0xA260, 0x05)
MC_BLOCK_SELECTOR_TRAP(PBDirCreateSync, HParamBlockRec, 0xA260, 0x06)
MC_BLOCK_SELECTOR_TRAP(PBGetFCBInfoSync, FCBPBRec, 0xA260, 0x08)
MC_BLOCK_SELECTOR_TRAP(PBDTGetPathSync, DTPBRec, 0xA260, 0x20)
MC_BLOCK_SELECTOR_TRAP(PBDTGetAPPLSync, DTPBRec, 0xA260, 0x27)
MC_BLOCK_SELECTOR_TRAP(PBDTSetCommentSync, DTPBRec, 0xA260, 0x28)
MC_BLOCK_SELECTOR_TRAP(PBDTGetCommentSync, DTPBRec, 0xA260, 0x2A)
MC_BLOCK_SELECTOR_TRAP(PBHOpenDFSync, HParamBlockRec, 0xA260, 0x1A)
MC_BLOCK_SELECTOR_TRAP(PBGetCatInfoSync, CInfoPBRec, 0xA260, 0x09)
MC_BLOCK_SELECTOR_TRAP(PBSetCatInfoSync, CInfoPBRec, 0xA260, 0x0A)

/* Exchanges what two files of one volume contain, and their dates of modification; the rest of what the catalogue says of each
   stays where it is, its number too (Inside Macintosh: Files, chapter 2, FSpExchangeFiles). */
static inline OSErr FSpExchangeFiles(const FSSpec *source, const FSSpec *dest)
{
    OSErr result;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmoveq #15,%%d0\n\t.short 0xAA52\n\t"
                     "move.w (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(source), "r"(dest)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

enum { kOnSystemDisk = -32768, kDontCreateFolder = 0 };
enum { kSystemFolderType = 'macs', kPreferencesFolderType = 'pref', kStartupFolderType = 'strt', kTrashFolderType = 'trsh' };

static inline OSErr FindFolder(int16_t vRefNum, OSType folderType, Boolean createFolder, int16_t *foundVRefNum, int32_t *foundDirID)
{
    OSErr result;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.w %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.b %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\tmoveq #0,%%d0\n\t.short 0xA823\n\tmove.w (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(vRefNum), "r"(folderType), "d"(createFolder), "r"(foundVRefNum), "r"(foundDirID)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

#endif
