#include "processes.h"

const ProcessSerialNumber mc_no_process = {0, kNoProcess};

OSErr mc_process_describe(mc_process *process)
{
    memset(&process->info, 0, sizeof process->info);
    process->name[0] = 0;
    process->info.processInfoLength = sizeof process->info;
    process->info.processName = process->name;
    process->info.processAppSpec = &process->file;
    OSErr err = GetProcessInformation(&process->psn, &process->info);
    if (err == noErr)
        process->psn = process->info.processNumber;
    return err;
}

OSErr mc_process_next(mc_process *process)
{
    OSErr err = GetNextProcess(&process->psn);
    return err == noErr ? mc_process_describe(process) : err;
}

bool mc_process_same(const ProcessSerialNumber *one, const ProcessSerialNumber *other)
{
    return one->highLongOfPSN == other->highLongOfPSN && one->lowLongOfPSN == other->lowLongOfPSN;
}

bool mc_process_is_ourselves(const ProcessSerialNumber *psn)
{
    ProcessSerialNumber ourselves;
    return GetCurrentProcess(&ourselves) == noErr && mc_process_same(psn, &ourselves);
}

bool mc_process_is_in_front(const ProcessSerialNumber *psn)
{
    ProcessSerialNumber front;
    return GetFrontProcess(&front) == noErr && mc_process_same(psn, &front);
}

ProcessSerialNumber mc_process_number(const mc_psn *params)
{
    return (ProcessSerialNumber){params->high, params->low};
}

void mc_write_process_number(mc_writer *writer, const ProcessSerialNumber *psn)
{
    mc_write_key(writer, "psn");
    mc_write_open(writer, '{');
    mc_member_unsigned(writer, "high", psn->highLongOfPSN);
    mc_member_unsigned(writer, "low", psn->lowLongOfPSN);
    mc_write_close(writer, '}');
}
