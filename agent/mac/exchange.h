/*
 * Apple events of ours, and the answer to one of them. What the target does is up to it, so nothing here waits: the answer comes
 * through the event loop like any event (kAEQueueReply), and is known by its return id. One exchange at a time; an answer that comes
 * after its exchange has been ended is thrown away.
 */
#ifndef MC_EXCHANGE_H
#define MC_EXCHANGE_H

#include "AppleEvents.h"

/* Takes answers from now on. */
OSErr mc_exchange_init(void);

/* Has an Apple event that WaitNextEvent gave handled. An answer that is lost because there is no memory ends its exchange. */
void mc_event_process(const EventRecord *event);

/* An event to a process; with a return id of its own. */
OSErr mc_event_create(OSType class, OSType id, const ProcessSerialNumber *target, AppleEvent *event);

/* Sends an event whose answer is not wanted: `mode` has kAENoReply. */
OSErr mc_event_send(const AppleEvent *event, int32_t mode);

/* Sends an event and begins to look for its answer. `mode` says how the target may act. */
OSErr mc_exchange_begin(const AppleEvent *event, int32_t mode);

/* True when the exchange is over: with the answer, which the caller disposes of, or with an error when it could not be kept. */
bool mc_exchange_answer(AppleEvent *answer, OSErr *err);

/* Gives an exchange up. */
void mc_exchange_end(void);

#endif
