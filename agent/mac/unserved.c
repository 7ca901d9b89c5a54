/* Methods whose files are not written yet. */
#include "request.h"
#define UNSERVED(name)                                                                                                 \
    void name(mc_request *request, const void *params)                                                                 \
    {                                                                                                                  \
        (void)params;                                                                                                  \
        mc_refuse(request, MC_UNSUPPORTED, "not served yet");                                                          \
    }
UNSERVED(mc_font_get)
UNSERVED(mc_font_list)
UNSERVED(mc_fs_delete)
UNSERVED(mc_fs_get)
UNSERVED(mc_fs_list)
UNSERVED(mc_fs_put)
UNSERVED(mc_fs_stat)
UNSERVED(mc_screen_capture)
UNSERVED(mc_screen_input)
UNSERVED(mc_system_info)
