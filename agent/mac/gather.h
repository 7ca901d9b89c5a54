/*
 * The bytes that a job works with, gathered before it begins: while they come, the result of the job before may still be kept.
 * One at a time, as requests are.
 */
#ifndef MC_GATHER_H
#define MC_GATHER_H

#include "MacMemory.h"
#include "job.h"

typedef struct mc_gathering {
    const mc_job_kind *job;
    Handle (*allocate)(Size size);
    /* The job has been started, and the one before it disposed of: takes the bytes over. */
    void (*begin)(Handle bytes, uint16_t size);
} mc_gathering;

/* Asks the host for `size` bytes, then starts the job; or refuses. `missing` is said when there is no memory. */
void mc_gather(mc_request *request, const mc_gathering *gathering, int32_t size, const char *missing);

#endif
