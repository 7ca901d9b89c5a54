/*
 * The MacTCP driver (MacTCP Programmer's Guide, 1993). Two places where that book is wrong and Apple's header right: the order
 * of TCPRcv's first fields, and the pointer before userDataPtr in TCPStatus, without which the block is too short.
 */
#ifndef MC_TOOLBOX_MACTCP_H
#define MC_TOOLBOX_MACTCP_H

#include "Files.h"

enum {
    TCPCreate = 30,
    TCPPassiveOpen = 31,
    TCPActiveOpen = 32,
    TCPSend = 34,
    TCPRcv = 37,
    TCPClose = 38,
    TCPAbort = 39,
    TCPStatus = 40,
    TCPRelease = 42
};

enum { inProgress = 1 }; /* ioResult of a call under way */

/* Connection states; the odd numbers are not used. */
enum { TCPSClosed = 0, TCPSEstablished = 8, TCPSCloseWait = 14, TCPSTimeWait = 20 };

/* What becomes of a connection whose ulpTimeout passes, and which fields of a block are valid. */
enum { kTCPTimeoutAbort = 1, kTCPTimeoutValid = 0x80, kTCPTimeoutActionValid = 0x40 };

typedef uint32_t StreamPtr;

/* Lengths and addresses of what is to be sent; a length of 0 ends it. */
typedef struct wdsEntry {
    uint16_t length;
    const uint8_t *ptr;
} wdsEntry;
_Static_assert(sizeof(wdsEntry) == 6, "wdsEntry");

typedef struct TCPCreatePB {
    uint8_t *rcvBuff;
    uint32_t rcvBuffLen;
    ProcPtr notifyProc;
    Ptr userDataPtr;
} TCPCreatePB;

typedef struct TCPOpenPB {
    uint8_t ulpTimeoutValue; /* seconds */
    uint8_t ulpTimeoutAction;
    uint8_t validityFlags;
    uint8_t commandTimeoutValue; /* seconds; 0: for ever */
    uint32_t remoteHost;
    uint16_t remotePort;
    uint32_t localHost;
    uint16_t localPort;
    uint8_t tosFlags;
    uint8_t precedence;
    uint8_t dontFrag;
    uint8_t timeToLive;
    uint8_t security;
    uint8_t optionCnt;
    uint8_t options[40];
    Ptr userDataPtr;
} TCPOpenPB;

typedef struct TCPSendPB {
    uint8_t ulpTimeoutValue;
    uint8_t ulpTimeoutAction;
    uint8_t validityFlags;
    uint8_t pushFlag;
    uint8_t urgentFlag;
    uint8_t filler;
    wdsEntry *wdsPtr;
    uint32_t sendFree;
    uint16_t sendLength;
    Ptr userDataPtr;
} TCPSendPB;

typedef struct TCPReceivePB {
    uint8_t commandTimeoutValue;
    uint8_t markFlag;
    uint8_t urgentFlag;
    uint8_t filler;
    uint8_t *rcvBuff;
    uint16_t rcvBuffLen;
    Ptr rdsPtr;
    uint16_t rdsLength;
    uint16_t secondTimeStamp;
    Ptr userDataPtr;
} TCPReceivePB;

typedef struct TCPClosePB {
    uint8_t ulpTimeoutValue;
    uint8_t ulpTimeoutAction;
    uint8_t validityFlags;
    uint8_t filler;
    Ptr userDataPtr;
} TCPClosePB;

typedef struct TCPStatusPB {
    uint8_t ulpTimeoutValue;
    uint8_t ulpTimeoutAction;
    int32_t unused;
    uint32_t remoteHost;
    uint16_t remotePort;
    uint32_t localHost;
    uint16_t localPort;
    uint8_t tosFlags;
    uint8_t precedence;
    uint8_t connectionState;
    uint8_t filler;
    uint16_t sendWindow;
    uint16_t rcvWindow;
    uint16_t amtUnackedData;
    uint16_t amtUnreadData;
    Ptr securityLevelPtr;
    uint32_t sendUnacked;
    uint32_t sendNext;
    uint32_t congestionWindow;
    uint32_t rcvNext;
    uint32_t srtt;
    uint32_t lastRTT;
    uint32_t sendMaxSegSize;
    Ptr connStatPtr;
    Ptr userDataPtr;
} TCPStatusPB;

typedef struct TCPiopb {
    QElem *qLink;
    int16_t qType;
    int16_t ioTrap;
    Ptr ioCmdAddr;
    ProcPtr ioCompletion;
    volatile OSErr ioResult;
    StringPtr ioNamePtr;
    int16_t ioVRefNum;
    int16_t ioCRefNum;
    int16_t csCode;
    StreamPtr tcpStream;
    union {
        TCPCreatePB create;
        TCPOpenPB open;
        TCPSendPB send;
        TCPReceivePB receive;
        TCPClosePB close;
        TCPStatusPB status;
    } csParam;
} TCPiopb;
_Static_assert(sizeof(TCPiopb) == 102, "TCPiopb");
_Static_assert(offsetof(TCPiopb, ioResult) == 16, "TCPiopb.ioResult");
_Static_assert(offsetof(TCPiopb, csCode) == 26, "TCPiopb.csCode");
_Static_assert(offsetof(TCPiopb, tcpStream) == 28, "TCPiopb.tcpStream");
_Static_assert(offsetof(TCPiopb, csParam.create.userDataPtr) == 44, "TCPCreate");
_Static_assert(offsetof(TCPiopb, csParam.open.remoteHost) == 36, "TCPActiveOpen");
_Static_assert(offsetof(TCPiopb, csParam.open.localPort) == 46, "TCPPassiveOpen");
_Static_assert(offsetof(TCPiopb, csParam.open.userDataPtr) == 94, "TCPPassiveOpen");
_Static_assert(offsetof(TCPiopb, csParam.send.wdsPtr) == 38, "TCPSend");
_Static_assert(offsetof(TCPiopb, csParam.send.userDataPtr) == 48, "TCPSend");
_Static_assert(offsetof(TCPiopb, csParam.receive.rcvBuff) == 36, "TCPRcv");
_Static_assert(offsetof(TCPiopb, csParam.receive.rcvBuffLen) == 40, "TCPRcv");
_Static_assert(offsetof(TCPiopb, csParam.receive.userDataPtr) == 50, "TCPRcv");
_Static_assert(offsetof(TCPiopb, csParam.close.userDataPtr) == 36, "TCPClose");
_Static_assert(offsetof(TCPiopb, csParam.status.connectionState) == 52, "TCPStatus");
_Static_assert(offsetof(TCPiopb, csParam.status.amtUnreadData) == 60, "TCPStatus");
_Static_assert(offsetof(TCPiopb, csParam.status.userDataPtr) == 98, "TCPStatus");

MC_BLOCK_TRAP(TCPControlSync, TCPiopb, 0xA004)
MC_BLOCK_TRAP(TCPControlAsync, TCPiopb, 0xA404)

#endif
