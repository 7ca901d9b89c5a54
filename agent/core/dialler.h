/*
 * One stream that calls the host instead of waiting for it. What is said then is the same: the host says hello first. When the
 * connection ends, or cannot be had, it calls again, never sooner than a second later, and less and less often while nobody says hello.
 */
#ifndef MC_DIALLER_H
#define MC_DIALLER_H

#include "backoff.h"
#include "session.h"

typedef struct mc_dialler {
    mc_session *session;
    mc_tcp *tcp;
    uint32_t address; /* dotted: the first number is the highest byte */
    uint16_t port;
    bool called; /* and how it went has not been looked at yet */
    bool greeted; /* the host said hello */
    mc_backoff backoff;
} mc_dialler;

void mc_dialler_init(mc_dialler *dialler, mc_session *session, uint32_t address, uint16_t port, mc_tcp *tcp);

void mc_dialler_turn(mc_dialler *dialler);

#endif
