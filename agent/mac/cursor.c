/*
 * cursor.get. The front application says that it is busy by the pointer: a wristwatch. The pointer that shows is in low memory for
 * everybody to see, whichever process has set it. An animated watch moves its hands but keeps its outline, so the masks are
 * compared. Other signs of waiting (a beach ball, counting fingers) are an application's own and cannot be told from a tool.
 */
#include "LowMem.h"
#include "Quickdraw.h"
#include "Resources.h"
#include "request.h"

static bool is_watch(void)
{
    CursHandle watch = (CursHandle)GetResource('CURS', watchCursor);
    return watch && *watch && memcmp((*watch)->mask, LMTheCrsr->mask, sizeof LMTheCrsr->mask) == 0;
}

void mc_cursor_get(mc_request *request, const void *params)
{
    Point where = LMMouse;
    bool busy = is_watch();
    mc_writer *writer = mc_answer(request);
    (void)params;
    mc_member_integer(writer, "x", where.h);
    mc_member_integer(writer, "y", where.v);
    mc_member_boolean(writer, "busy", busy);
    mc_answer_end(request);
}
