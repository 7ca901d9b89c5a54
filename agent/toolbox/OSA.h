/* Open Scripting Architecture (Inside Macintosh: Interapplication Communication, chapter 10; selectors: Apple's OSA.h). */
#ifndef MC_TOOLBOX_OSA_H
#define MC_TOOLBOX_OSA_H

#include "AppleEvents.h"
#include "Components.h"

typedef uint32_t OSAID;
typedef ComponentResult OSAError;

enum { kOSAComponentType = 'osa ', typeAppleScript = 'ascr' };
enum { gestaltAppleScriptAttr = 'ascr', gestaltAppleScriptPresent = 0 /* bit of it */ };
enum { kOSANullScript = 0 };

/* Modes: of executing, which are those of AESend but for the last; of displaying. */
enum {
    kOSAModeNull = 0,
    kOSAModeDisplayForHumans = 0x08,
    kOSAModeNeverInteract = kAENeverInteract,
    kOSAModeCanInteract = kAECanInteract,
    kOSAModeAlwaysInteract = kAEAlwaysInteract,
    kOSAModeCantSwitchLayer = 0x40
};

/* What OSAScriptError can tell. */
enum {
    kOSAErrorNumber = 'errn',
    kOSAErrorMessage = 'errs',
    kOSAErrorRange = 'erng',
    typeOSAErrorRange = 'erng',
    keyOSASourceStart = 'srcs',
    keyOSASourceEnd = 'srce'
};

enum { userCanceledErr = -128, errOSAScriptError = -1753 };

static inline OSAError OSACompile(ComponentInstance component, const AEDesc *source, int32_t mode, OSAID *script)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     MC_COMPONENT_CALL(12, 0x0103)
                     : "=r"(err)
                     : "r"(component), "r"(source), "ri"(mode), "r"(script)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSAExecute(ComponentInstance component, OSAID script, OSAID context, int32_t mode, OSAID *value)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\t" MC_COMPONENT_CALL(16, 0x0003)
                     : "=r"(err)
                     : "r"(component), "ri"(script), "ri"(context), "ri"(mode), "r"(value)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSADisplay(ComponentInstance component, OSAID value, DescType type, int32_t mode, AEDesc *text)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     "move.l %5,-(%%sp)\n\t" MC_COMPONENT_CALL(16, 0x0004)
                     : "=r"(err)
                     : "r"(component), "ri"(value), "ri"(type), "ri"(mode), "r"(text)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSAScriptError(ComponentInstance component, OSType selector, DescType type, AEDesc *result)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\tmove.l %4,-(%%sp)\n\t"
                     MC_COMPONENT_CALL(12, 0x0005)
                     : "=r"(err)
                     : "r"(component), "ri"(selector), "ri"(type), "r"(result)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSADispose(ComponentInstance component, OSAID id)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\t" MC_COMPONENT_CALL(4, 0x0006)
                     : "=r"(err)
                     : "r"(component), "ri"(id)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSASetActiveProc(ComponentInstance component, ProcPtr routine, int32_t refCon)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t" MC_COMPONENT_CALL(8, 0x0009)
                     : "=r"(err)
                     : "r"(component), "ri"(routine), "ri"(refCon)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

static inline OSAError OSASetSendProc(ComponentInstance component, ProcPtr routine, int32_t refCon)
{
    OSAError err;
    __asm__ volatile("clr.l -(%%sp)\n\tmove.l %1,-(%%sp)\n\tmove.l %2,-(%%sp)\n\tmove.l %3,-(%%sp)\n\t" MC_COMPONENT_CALL(8, 0x0401)
                     : "=r"(err)
                     : "r"(component), "ri"(routine), "ri"(refCon)
                     : MC_STACK_TRAP_CLOBBERS);
    return err;
}

#endif
