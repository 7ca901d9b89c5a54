/* The processes of the Macintosh, as the Process Manager tells of them (Inside Macintosh: Processes, chapter 2). */
#ifndef MC_PROCESSES_H
#define MC_PROCESSES_H

#include "Processes.h"
#include "request.h"

typedef struct mc_process {
    ProcessSerialNumber psn;
    ProcessInfoRec info;
    uint8_t name[MC_NAME_CHARS + 1]; /* a Pascal string */
    FSSpec file; /* what was launched */
} mc_process;

/* What is known of process->psn, which may be kCurrentProcess and then is that process's own; procNotFound when it is gone. */
OSErr mc_process_describe(mc_process *process);

/* From one process to the next; before the first one process->psn is mc_no_process. procNotFound behind the last. */
extern const ProcessSerialNumber mc_no_process;
OSErr mc_process_next(mc_process *process);

bool mc_process_same(const ProcessSerialNumber *one, const ProcessSerialNumber *other);
bool mc_process_is_ourselves(const ProcessSerialNumber *psn);
bool mc_process_is_in_front(const ProcessSerialNumber *psn);

ProcessSerialNumber mc_process_number(const mc_psn *params);
void mc_write_process_number(mc_writer *writer, const ProcessSerialNumber *psn);

#endif
