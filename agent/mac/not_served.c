/* Methods of protocol/schema that this agent does not serve yet: issue 3 takes them from here one by one. */
#include "request.h"

#define NOT_SERVED(name)                                                                                               \
    void name(mc_request *request, const void *params)                                                                 \
    {                                                                                                                  \
        (void)params;                                                                                                  \
        mc_refuse(request, MC_UNSUPPORTED, "this agent does not serve the method");                                    \
    }
NOT_SERVED(mc_log_download)
NOT_SERVED(mc_system_set_time)
NOT_SERVED(mc_system_time)
