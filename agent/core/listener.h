/*
 * Two streams that listen on one port. The first host to connect gets the session; another one is told `busy` through the
 * second stream, which the same stream could not do, because it stops listening once it is connected.
 */
#ifndef MC_LISTENER_H
#define MC_LISTENER_H

#include "session.h"

enum { MC_STREAM_COUNT = 2 };

typedef struct mc_listener {
    mc_session *session;
    uint16_t port;
    mc_tcp *streams[MC_STREAM_COUNT];
    bool turned_away[MC_STREAM_COUNT]; /* the host there has been told `busy` ... */
    uint32_t patience[MC_STREAM_COUNT]; /* ... and has until then to close, in ticks */
    uint8_t busy[160]; /* the frame that says so */
    uint16_t busy_length;
} mc_listener;

/* Streams may be missing (NULL) when there was no memory for them, but not the first. */
void mc_listener_init(mc_listener *listener, mc_session *session, uint16_t port, mc_tcp *const *streams);

void mc_listener_turn(mc_listener *listener);

#endif
