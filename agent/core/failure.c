#include "failure.h"

bool mc_fail_with(mc_failure *failure, mc_code code, const char *message)
{
    failure->code = code;
    failure->os_error = 0;
    failure->message = message;
    failure->param[0] = 0;
    return false;
}

/* An index follows its array without a dot. */
static bool needs_dot(const char *rest)
{
    return rest[0] && rest[0] != '[';
}

void mc_failure_within(mc_failure *failure, const char *name, size_t length)
{
    size_t rest = mc_length(failure->param);
    size_t dot = needs_dot(failure->param) ? 1 : 0;
    if (length + dot + rest >= MC_PARAM_NAME_BYTES)
        return;
    for (size_t i = rest + 1; i-- > 0;)
        failure->param[length + dot + i] = failure->param[i];
    memcpy(failure->param, name, length);
    if (dot)
        failure->param[length] = '.';
}

void mc_failure_at(mc_failure *failure, uint16_t index)
{
    char text[8];
    size_t at = sizeof text;
    text[--at] = ']';
    do {
        text[--at] = (char)('0' + index % 10);
        index = (uint16_t)(index / 10);
    } while (index);
    text[--at] = '[';
    mc_failure_within(failure, text + at, sizeof text - at);
}
