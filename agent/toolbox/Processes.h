/* Process Manager, ways out of a program, and patching traps (Inside Macintosh: Processes, chapter 2; Operating System Utilities, chapter 8). */
#ifndef MC_TOOLBOX_PROCESSES_H
#define MC_TOOLBOX_PROCESSES_H

#include "Files.h"

enum { _Unimplemented = 0xA89F, _ExitToShell = 0xA9F4 };

static inline ProcPtr GetToolTrapAddress(uint16_t trap)
{
    register uint32_t d0 __asm__("d0") = trap;
    register ProcPtr a0 __asm__("a0");
    __asm__ volatile(".short 0xA746" : "+d"(d0), "=a"(a0) : : MC_TRAP_CLOBBERS);
    return a0;
}

/* Patches made by an application hold while that application runs, and end with it. */
static inline void SetToolTrapAddress(ProcPtr address, uint16_t trap)
{
    register uint32_t d0 __asm__("d0") = trap;
    register ProcPtr a0 __asm__("a0") = address;
    __asm__ volatile(".short 0xA647" : "+d"(d0), "+a"(a0) : : MC_TRAP_CLOBBERS);
}

typedef struct ProcessSerialNumber {
    uint32_t highLongOfPSN;
    uint32_t lowLongOfPSN;
} ProcessSerialNumber;
_Static_assert(sizeof(ProcessSerialNumber) == 8, "ProcessSerialNumber");

enum { kNoProcess = 0, kCurrentProcess = 2 }; /* low halves */

typedef struct ProcessInfoRec {
    uint32_t processInfoLength;
    StringPtr processName; /* NULL, or room for a name */
    ProcessSerialNumber processNumber;
    OSType processType;
    OSType processSignature;
    uint32_t processMode;
    Ptr processLocation;
    uint32_t processSize;
    uint32_t processFreeMem;
    ProcessSerialNumber processLauncher;
    uint32_t processLaunchDate;
    uint32_t processActiveTime;
    FSSpec *processAppSpec; /* NULL, or room for the application's place */
} ProcessInfoRec;
_Static_assert(sizeof(ProcessInfoRec) == 60, "ProcessInfoRec");

/* Bits of processMode: the flags of SIZE. */
enum { modeOnlyBackground = 0x00000400, modeHighLevelEventAware = 0x00000040 };

enum {
    procNotFound = -600,
    memFragErr = -601,
    appModeErr = -602,
    appMemFullErr = -605,
    appIsDaemon = -606
};

/* A routine of OSDispatch that takes the process serial number alone. */
#define MC_PROCESS_ROUTINE(name, selector)                                                                             \
    static inline OSErr name(ProcessSerialNumber *psn)                                                                 \
    {                                                                                                                  \
        OSErr result;                                                                                                  \
        __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.w #" #selector ",-(%%sp)\n\t.short 0xA88F\n\t"    \
                         "move.w (%%sp)+,%0"                                                                           \
                         : "=r"(result)                                                                                \
                         : "r"(psn)                                                                                    \
                         : MC_STACK_TRAP_CLOBBERS);                                                                    \
        return result;                                                                                                 \
    }

MC_PROCESS_ROUTINE(GetCurrentProcess, 0x37)
MC_PROCESS_ROUTINE(GetNextProcess, 0x38) /* from kNoProcess to the first, from the last to procNotFound */
MC_PROCESS_ROUTINE(SetFrontProcess, 0x3B)

/* Its second parameter is not documented: Apple's own interface pushes -1 for it. */
static inline OSErr GetFrontProcess(ProcessSerialNumber *psn)
{
    OSErr result;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l #-1,-(%%sp)\n\tmove.w #0x39,-(%%sp)\n\t.short 0xA88F\n\t"
                     "move.w (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(psn)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

static inline OSErr GetProcessInformation(const ProcessSerialNumber *psn, ProcessInfoRec *info)
{
    OSErr result;
    __asm__ volatile("clr.w -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.w #0x3A,-(%%sp)\n\t.short 0xA88F\n\t"
                     "move.w (%%sp)+,%0"
                     : "=r"(result)
                     : "r"(psn), "r"(info)
                     : MC_STACK_TRAP_CLOBBERS);
    return result;
}

/* The first high-level event of a new process: the data of a descriptor of typeAppParameters. */
typedef struct AppParameters AppParameters;

typedef struct LaunchParamBlockRec {
    uint32_t reserved1;
    uint16_t reserved2;
    uint16_t launchBlockID;
    uint32_t launchEPBLength;
    uint16_t launchFileFlags;
    uint16_t launchControlFlags;
    FSSpec *launchAppSpec;
    ProcessSerialNumber launchProcessSN;
    uint32_t launchPreferredSize;
    uint32_t launchMinimumSize;
    uint32_t launchAvailableSize;
    AppParameters *launchAppParameters;
} LaunchParamBlockRec;
_Static_assert(sizeof(LaunchParamBlockRec) == 44, "LaunchParamBlockRec");

enum { extendedBlock = 0x4C43, extendedBlockLen = sizeof(LaunchParamBlockRec) - 12 };
enum { launchContinue = 0x4000, launchNoFileFlags = 0x0800, launchUseMinimum = 0x0400, launchDontSwitch = 0x0200 };

MC_BLOCK_TRAP(LaunchApplication, LaunchParamBlockRec, 0xA9F2)

#endif
