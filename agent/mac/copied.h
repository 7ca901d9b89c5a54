/* Bytes of a handle of ours on their way to the host: one at a time, as requests are. */
#ifndef MC_COPIED_H
#define MC_COPIED_H

#include "MacMemory.h"
#include "request.h"

/* Takes a handle over. What was a resource may be purgeable, and must not go while it is sent. */
void mc_copied_take(Handle bytes);

/* Copies what somebody else's handle has, into temporary memory. BlockMove is long when there is much of it. */
OSErr mc_copied_make(Handle bytes);

/* Ends the answer with `data`, and sends it. */
void mc_copied_send(mc_request *request, mc_writer *writer);

#endif
