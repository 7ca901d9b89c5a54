#include "stages.h"
#include "os_error.h"

enum { REFUSED = 1 }; /* no error of the Mac's is positive */

static struct {
    const mc_staged *work;
    mc_stage next;
    const char *attempt;
    mc_failure failure; /* what is reported when all is undone; MC_OK: nothing has failed */
} stages;

OSErr mc_then(OSErr err, mc_stage next)
{
    stages.next = next;
    return err;
}

OSErr mc_stage_refuse(mc_code code, const char *param, const char *message)
{
    mc_fail_with(&stages.failure, code, message);
    if (param)
        mc_failure_name(&stages.failure, param, mc_length(param));
    return REFUSED;
}

void mc_attempt(const char *attempt)
{
    stages.attempt = attempt;
}

static void end(mc_request *request)
{
    if (stages.failure.code != MC_OK)
        mc_refuse_with(request, &stages.failure);
    else
        stages.work->done(request);
}

static void undo(void)
{
    stages.next = stages.work->undo;
}

static void step(mc_request *request)
{
    bool undoing = stages.failure.code != MC_OK;
    OSErr err = stages.next();
    if (err != noErr && !undoing) {
        if (err != REFUSED)
            mc_fail_os(&stages.failure, err, stages.attempt);
        undo();
    }
    if (!stages.next)
        end(request);
}

static void abandon(void)
{
    if (stages.work->abandon)
        stages.work->abandon();
    else
        mc_stages_undo_at_once(stages.work);
}

static const mc_worker worker = {step, abandon};

void mc_stages_begin(mc_request *request, const mc_staged *work, mc_stage first, const char *attempt)
{
    stages.work = work;
    stages.next = first;
    stages.attempt = attempt;
    stages.failure.code = MC_OK;
    mc_work(request, &worker);
}

void mc_stages_fail(mc_request *request, const mc_staged *work, const mc_failure *failure)
{
    stages.work = work;
    stages.failure = *failure;
    undo();
    if (stages.next)
        mc_work(request, &worker);
    else
        mc_refuse_with(request, failure);
}

void mc_stages_undo_at_once(const mc_staged *work)
{
    stages.work = work;
    undo();
    while (stages.next)
        stages.next();
}
