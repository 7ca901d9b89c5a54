/* Gestalt Manager (Inside Macintosh: Operating System Utilities, chapter 1). */
#ifndef MC_TOOLBOX_GESTALT_H
#define MC_TOOLBOX_GESTALT_H

#include "MacTypes.h"

enum {
    gestaltAppleEventsAttr = 'evnt',
    gestaltFinderAttr = 'fndr',
    gestaltMachineType = 'mach',
    gestaltProcessorType = 'proc',
    gestaltSystemVersion = 'sysv',
    gestaltPhysicalRAMSize = 'ram ',
    gestaltQuickdrawVersion = 'qd  ',
    gestaltOSAttr = 'os  ',
    gestaltVMAttr = 'vm  '
};

enum {
    gestalt68000 = 1,
    gestalt68040 = 5,
    gestalt8BitQD = 0x100, /* from here on there is Color QuickDraw */
    gestaltTempMemSupport = 4, /* bit of gestaltOSAttr */
    gestaltAppleEventsPresent = 0, /* bit of gestaltAppleEventsAttr */
    gestaltOSLCompliantFinder = 3, /* bit of gestaltFinderAttr: the Finder is scriptable and recordable */
    gestaltVMPresent = 0, /* bit of gestaltVMAttr */
    kComputerNameStrID = -16413, /* STR of the System file: the Macintosh's own name, from Sharing Setup */
    kOwnerNameStrID = -16096, /* STR of the System file: its owner's name, from Sharing Setup or the Chooser */
    kMachineNameStrID = -16395 /* STR# of the System file, indexed by gestaltMachineType */
};

static inline OSErr Gestalt(OSType selector, int32_t *response)
{
    register int32_t d0 __asm__("d0") = (int32_t)selector;
    register int32_t a0 __asm__("a0");
    __asm__ volatile(".short 0xA1AD" : "+d"(d0), "=a"(a0) : : MC_TRAP_CLOBBERS);
    *response = a0;
    return (OSErr)d0;
}

#endif
