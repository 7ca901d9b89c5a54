/*
 * Why something could not be done, as it travels in an error response: a code from protocol/schema/errors.json, a
 * sentence, and where they apply the Mac's own error number and the name of the parameter at fault.
 */
#ifndef MC_FAILURE_H
#define MC_FAILURE_H

#include "bytes.h"
#include "generated/protocol.h"

enum { MC_PARAM_NAME_BYTES = 32 };

typedef struct mc_failure {
    mc_code code; /* MC_OK: nothing went wrong */
    int16_t os_error; /* 0: no OSErr behind it */
    const char *message;
    char param[MC_PARAM_NAME_BYTES]; /* empty when no parameter is to blame */
} mc_failure;

/* Records a failure; false, so that a check can end with `return mc_fail_with(...)`. */
bool mc_fail_with(mc_failure *failure, mc_code code, const char *message);

/* Names the parameter at fault, unless a parameter inside of it is named already. A name that is too long is cut. */
void mc_failure_name(mc_failure *failure, const char *name, size_t length);

#endif
