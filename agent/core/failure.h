/*
 * Why something could not be done, as it travels in an error response: a code from protocol/schema/errors.json, a
 * sentence, and where they apply the Mac's own error number and the name of the parameter at fault.
 */
#ifndef MC_FAILURE_H
#define MC_FAILURE_H

#include "bytes.h"
#include "generated/protocol.h"

enum { MC_PARAM_NAME_BYTES = 48 };

typedef struct mc_failure {
    mc_code code; /* MC_OK: nothing went wrong */
    int16_t os_error; /* 0: no OSErr behind it */
    const char *message;
    char param[MC_PARAM_NAME_BYTES]; /* such as `events[2].x`; empty when no parameter is to blame */
} mc_failure;

/* Records a failure; false, so that a check can end with `return mc_fail_with(...)`. */
bool mc_fail_with(mc_failure *failure, mc_code code, const char *message);

/* Puts a name in front of the parameter's name: `region` before `width` gives `region.width`. */
void mc_failure_within(mc_failure *failure, const char *name, size_t length);

/* The same for the place in an array: `[2]` before `x` gives `[2].x`. */
void mc_failure_at(mc_failure *failure, uint16_t index);

#endif
