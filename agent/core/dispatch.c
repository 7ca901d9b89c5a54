/* From a request to its handler: who asks, what may be asked, with which parameters. */
#include "clock.h"
#include "session_parts.h"

/* Room for the decoded parameters of any method, valid until the next request; aligned as pointers are. */
static void *params_of_request[64];

static const mc_method *find_method(mc_slice name)
{
    for (uint16_t i = 0; i < MC_METHOD_COUNT; i++)
        if (mc_slice_is(name, mc_method_name(&mc_methods[i])))
            return &mc_methods[i];
    return NULL;
}

static bool tier_allows(mc_tier tier, mc_effect effect)
{
    switch (effect) {
    case MC_EFFECT_NONE:
        return true;
    case MC_EFFECT_READ:
        return tier == MC_TIER_READ_ONLY || tier == MC_TIER_FULL;
    default:
        return tier == MC_TIER_FULL;
    }
}

/* In the order in which a host can do something about it. */
static const mc_method *admit(mc_session *session, const mc_message *message, mc_failure *failure)
{
    if (session->phase != MC_PHASE_SERVING && !mc_slice_is(message->method, "hello")) {
        mc_fail_with(failure, MC_UNAUTHORIZED, "say hello first");
        return NULL;
    }
    const mc_method *method = find_method(message->method);
    if (!method)
        mc_fail_with(failure, MC_UNKNOWN_METHOD, "the agent does not know the method");
    else if (!tier_allows(session->prefs->tier, method->effect))
        mc_fail_with(failure, MC_DENIED, "the preferences of the agent do not allow it");
    else if (session->request.activity != MC_ACTIVITY_NONE)
        mc_fail_with(failure, MC_BUSY, "another request is being served");
    else
        return method;
    return NULL;
}

static bool decode_params(const mc_message *message, const mc_method *method, mc_failure *failure)
{
    uint8_t none[] = "{}";
    mc_json json;
    if (method->params.size > sizeof params_of_request)
        return mc_fail_with(failure, MC_INTERNAL, "the parameters of the method need more room");
    if (message->params.bytes)
        mc_json_start(&json, (uint8_t *)message->params.bytes, message->params.length, failure);
    else
        mc_json_start(&json, none, 2, failure);
    return mc_json_object(&json, &method->params, params_of_request);
}

void mc_expect_outcome(mc_request *request)
{
    if (request->activity == MC_ACTIVITY_HANDLING)
        mc_refuse(request, MC_INTERNAL, "the method gave no answer");
}

static void handle(mc_session *session, const mc_message *message, const mc_method *method)
{
    mc_request *request = &session->request;
    request->session = session;
    request->id = message->id;
    request->method = method;
    request->activity = MC_ACTIVITY_HANDLING;
    session->last_request = session->this_request;
    session->this_request = mc_ticks();
    mc_log_request(request, params_of_request);
    method->handle(request, params_of_request);
    mc_expect_outcome(request);
}

void mc_dispatch(mc_session *session, const mc_message *message)
{
    mc_failure failure;
    const mc_method *method = admit(session, message, &failure);
    if (method)
        mc_log_params(message, method);
    if (method && decode_params(message, method, &failure))
        handle(session, message, method);
    else
        mc_refuse_message(session, message->id, &failure);
}
