/* health: a cheap sign of life. */
#include "MacMemory.h"
#include "clock.h"
#include "session.h"

void mc_health(mc_request *request, const void *params)
{
    const mc_session *session = request->session;
    (void)params;
    mc_writer *writer = mc_answer(request);
    mc_member_unsigned(writer, "uptime_s", mc_ticks() / 60);
    mc_member_unsigned(writer, "free_mem", (uint32_t)FreeMem());
    mc_member_unsigned(writer, "last_activity_s", (session->this_request - session->last_request) / 60);
    mc_member_text(writer, "slowest_method", session->slowest_method);
    mc_member_unsigned(writer, "slowest_ticks", session->slowest_ticks);
    mc_answer_end(request);
}
