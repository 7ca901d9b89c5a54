#include "failure.h"

bool mc_fail_with(mc_failure *failure, mc_code code, const char *message)
{
    failure->code = code;
    failure->os_error = 0;
    failure->message = message;
    failure->param[0] = 0;
    return false;
}

void mc_failure_name(mc_failure *failure, const char *name, size_t length)
{
    if (failure->param[0])
        return;
    if (length >= MC_PARAM_NAME_BYTES)
        length = MC_PARAM_NAME_BYTES - 1;
    memcpy(failure->param, name, length);
    failure->param[length] = 0;
}
