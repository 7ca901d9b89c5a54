/*
 * Notices at interrupt time that the event loop has not come round for three seconds, and remembers in what it stalled. It
 * cannot help; it can tell: the log as soon as the loop goes on, and the modem port at once, if the preferences say so.
 */
#ifndef MC_WATCHDOG_H
#define MC_WATCHDOG_H

#include "MacTypes.h"
#include "session.h"

/* Begins to watch. The session tells what is being done. */
void mc_watchdog_start(const mc_session *session);

/* Has stalls written to the modem port, too: opens its driver. */
OSErr mc_watchdog_open_modem(void);

/* The event loop is about to give the others time, and wants to be back after so many ticks; and it is back. Either puts a stall that
   was noticed into the log. */
void mc_watchdog_leave(uint32_t ticks);
void mc_watchdog_return(void);

/* On the way out; harmless before the start. */
void mc_watchdog_stop(void);

#endif
