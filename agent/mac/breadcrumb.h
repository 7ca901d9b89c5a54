/*
 * What the agent is about to do, on the disk before it is done: when the Macintosh comes down inside of a risky call, the next
 * hello says in which. One block of a file, allocated once, is overwritten in place and flushed.
 */
#ifndef MC_BREADCRUMB_H
#define MC_BREADCRUMB_H

#include <stdint.h>

/* At start: opens the file, and keeps what the run before was doing when it ended, if it did not end well. */
void mc_breadcrumb_open(void);

/* "BEGIN op=what" is on the disk when this returns. Not nested: the outer one stands. `what` is a C string such as
   "applescript.eval OSACompile". */
void mc_breadcrumb_begin(const char *what);
void mc_breadcrumb_end(void);

/* The risky call that is under way; NULL: none is. May be asked at interrupt time. */
const char *mc_breadcrumb_now(void);

/* What the run before did not live through; NULL when it ended well. "serving": no risky call was under way. */
const char *mc_breadcrumb_of_last_crash(void);

/* On the way out: the next run finds that this one ended well, unless that is inside of a risky call. */
void mc_breadcrumb_close(void);

#endif
