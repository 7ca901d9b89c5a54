/* The Mac's own errors as errors of the wire. */
#ifndef MC_OS_ERROR_H
#define MC_OS_ERROR_H

#include "MacTypes.h"
#include "request.h"

/* `attempt` says what failed, as in "opening the data fork failed". Always false. */
bool mc_fail_os(mc_failure *failure, OSErr err, const char *attempt);

void mc_refuse_os(mc_request *request, OSErr err, const char *attempt);

#endif
