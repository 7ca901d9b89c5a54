/* hello: the host proves the token and is told who answers. */
#include "Processes.h"
#include "breadcrumb.h"
#include "capabilities.h"
#include "input_script.h"
#include "log.h"
#include "machine.h"
#include "macroman.h"
#include "session.h"

static bool knows_token(const mc_prefs *prefs, mc_slice token)
{
    uint8_t macroman[MC_TOKEN_BYTES];
    uint16_t length = mc_to_macroman(token, macroman, sizeof macroman);
    return length != MC_NOT_MACROMAN && mc_prefs_admits(prefs, macroman, length);
}

/* An agent that does not run from Startup Items is one that an update has put elsewhere and not committed, or one that somebody has
   started by hand: neither comes back by itself after a restart. */
static mc_update_state update_state(void)
{
    const ProcessSerialNumber current = {0, kCurrentProcess};
    ProcessInfoRec info;
    FSSpec place;
    int16_t volume;
    int32_t folder;
    memset(&info, 0, sizeof info);
    info.processInfoLength = sizeof info;
    info.processAppSpec = &place;
    if (GetProcessInformation(&current, &info) != noErr ||
        FindFolder(kOnSystemDisk, kStartupFolderType, kDontCreateFolder, &volume, &folder) != noErr)
        return MC_UPDATE_STATE_STAGED;
    return place.vRefNum == volume && place.parID == folder ? MC_UPDATE_STATE_CLEAN : MC_UPDATE_STATE_STAGED;
}

static void write_warnings(mc_writer *writer, const mc_prefs *prefs)
{
    mc_write_key(writer, "warnings");
    mc_write_open(writer, '[');
    if (prefs->tier == MC_TIER_DISABLED)
        mc_write_text(writer, "the preferences say that nothing may be done to this Macintosh");
    if (!mc_log_wants(MC_LOG_LEVEL_ERROR))
        mc_write_text(writer, "there was no memory for a log");
    if (!mc_script_memory())
        mc_write_text(writer, "there was no memory for scripts of input: screen.input is refused");
    mc_write_close(writer, ']');
}

static void answer(mc_request *request)
{
    const mc_prefs *prefs = request->session->prefs;
    mc_writer *writer = mc_answer(request);
    mc_member_text(writer, "server_version", MC_AGENT_VERSION);
    mc_member_unsigned(writer, "protocol_version", MC_PROTOCOL_VERSION);
    mc_member_pascal(writer, "name", mc_computer_name());
    mc_write_machine(writer);
    mc_member_text(writer, "agent", mc_word(mc_tier_names, prefs->tier));
    mc_member_text(writer, "update_state", mc_word(mc_update_state_names, update_state()));
    if (mc_breadcrumb_of_last_crash())
        mc_member_text(writer, "last_crash_breadcrumb", mc_breadcrumb_of_last_crash());
    mc_write_capabilities(writer);
    write_warnings(writer, prefs);
    mc_answer_end(request);
}

static void nothing_to_undo(void)
{
}

static const mc_worker answer_worker = {answer, nothing_to_undo};

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
        mc_work(request, &answer_worker);
    }
}
