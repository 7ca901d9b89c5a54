/*
 * What the agent is about to do, on the disk before it is done: when the Macintosh comes down inside of a risky call, the next
 * hello says in which. One block of a file, allocated once, is overwritten in place and flushed. The name stands from the turn before
 * the call to the turn after it: a Macintosh that comes down there, in the hands of another program, tells of the call, too.
 */
#ifndef MC_BREADCRUMB_H
#define MC_BREADCRUMB_H

#include <stdbool.h>
#include <stdint.h>

/* At start: opens the file, and keeps what the run before was doing when it ended, if it did not end well. */
void mc_breadcrumb_open(void);

/* Once a turn until it is true: then "BEGIN op=what" is on the disk, and the call is made at once. Inside of another risky call, whose line
   stands, and where there is no file, it is true at once. `what` is a C string such as "applescript.eval OSACompile", the same one each
   time. Whoever gives up meanwhile need not say so. */
bool mc_breadcrumb_begin(const char *what);
void mc_breadcrumb_end(void);

/* In each turn of the event loop: says on the disk that a call is over, after the others have had time once. Whether it took an access. */
bool mc_breadcrumb_turn(void);

/* The risky call that is under way; NULL: none is. May be asked at interrupt time. */
const char *mc_breadcrumb_now(void);

/* What the run before did not live through; NULL when it ended well. "serving": no risky call was near. */
const char *mc_breadcrumb_of_last_crash(void);

/* On the way out: the next run finds that this one ended well, unless that is inside of a risky call. */
void mc_breadcrumb_close(void);

#endif
