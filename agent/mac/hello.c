/* hello: the host proves the token and is told who answers. */
#include "CursorDevices.h"
#include "Gestalt.h"
#include "MacTypes.h"
#include "applescript.h"
#include "breadcrumb.h"
#include "machine.h"
#include "macroman.h"
#include "session.h"

static bool knows_token(const mc_prefs *prefs, mc_slice token)
{
    uint8_t macroman[MC_TOKEN_BYTES];
    uint16_t length = mc_to_macroman(token, macroman, sizeof macroman);
    return length != MC_NOT_MACROMAN && mc_prefs_admits(prefs, macroman, length);
}

static void write_capabilities(mc_writer *writer)
{
    mc_write_key(writer, "capabilities");
    mc_write_open(writer, '[');
    if (mc_has_color_quickdraw())
        mc_write_text(writer, "color_quickdraw");
    if (mc_has_tool_trap(_CursorDeviceDispatch))
        mc_write_text(writer, "cursor_device_manager");
    if (mc_gestalt(gestaltOSAttr) >> gestaltTempMemSupport & 1)
        mc_write_text(writer, "temporary_memory");
    if (mc_has_virtual_memory())
        mc_write_text(writer, "virtual_memory");
    if (mc_has_applescript())
        mc_write_text(writer, "applescript");
    if (mc_gestalt(gestaltFinderAttr) >> gestaltOSLCompliantFinder & 1)
        mc_write_text(writer, "scriptable_finder");
    mc_write_close(writer, ']');
}

static void write_warnings(mc_writer *writer, const mc_prefs *prefs)
{
    mc_write_key(writer, "warnings");
    mc_write_open(writer, '[');
    if (prefs->tier == MC_TIER_DISABLED)
        mc_write_text(writer, "the preferences say that nothing may be done to this Macintosh");
    mc_write_close(writer, ']');
}

static void answer(mc_request *request)
{
    const mc_prefs *prefs = request->session->prefs;
    mc_writer *writer = mc_answer(request);
    mc_member_text(writer, "server_version", MC_AGENT_VERSION);
    mc_member_unsigned(writer, "protocol_version", MC_PROTOCOL_VERSION);
    mc_member_text(writer, "name", "");
    mc_write_machine(writer);
    mc_member_text(writer, "agent", mc_tier_names[prefs->tier]);
    mc_member_text(writer, "update_state", mc_update_state_names[MC_UPDATE_STATE_CLEAN]);
    if (mc_breadcrumb_of_last_crash())
        mc_member_text(writer, "last_crash_breadcrumb", mc_breadcrumb_of_last_crash());
    write_capabilities(writer);
    write_warnings(writer, prefs);
    mc_answer_end(request);
}

void mc_hello(mc_request *request, const void *params)
{
    const mc_params_hello *hello = params;
    mc_session *session = request->session;
    if (hello->protocol_version != MC_PROTOCOL_VERSION) {
        mc_refuse(request, MC_BAD_VERSION, "this agent speaks version 1 of the wire");
        mc_session_leave(session);
    } else if (!knows_token(session->prefs, hello->token)) {
        mc_refuse(request, MC_UNAUTHORIZED, "the token is not the one in the agent's preferences");
        mc_session_leave(session);
    } else {
        mc_session_greet(session);
        answer(request);
    }
}
