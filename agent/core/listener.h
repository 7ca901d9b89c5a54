/*
 * Two streams that listen on one port. The first host to connect gets the session; another one waits a moment (a host that
 * reconnects may be quicker than the end of its old connection) and is then told `busy`, through the second stream: the first
 * one stopped listening when it was connected. MacTCP may keep the port from us for a while after a connection: it is tried again.
 */
#ifndef MC_LISTENER_H
#define MC_LISTENER_H

#include "backoff.h"
#include "session.h"

enum { MC_STREAM_COUNT = 2 };

typedef enum mc_visit { MC_VISIT_NONE, MC_VISIT_WAITING, MC_VISIT_TURNED_AWAY } mc_visit;

typedef struct mc_door {
    mc_tcp *tcp; /* NULL when there was no memory for it */
    bool listened; /* the stream was told to, and how it went has not been looked at yet */
    mc_backoff backoff; /* between two tries to listen */
    mc_visit visit; /* of a host that is connected and not served */
    uint32_t deadline; /* in ticks: of waiting, or of closing */
} mc_door;

typedef struct mc_listener {
    mc_session *session;
    uint16_t port;
    mc_door doors[MC_STREAM_COUNT];
    uint8_t busy[160]; /* the frame that says so */
    uint16_t busy_length;
} mc_listener;

/* Of the streams the second may be missing (NULL). */
void mc_listener_init(mc_listener *listener, mc_session *session, uint16_t port, mc_tcp *const *streams);

void mc_listener_turn(mc_listener *listener);

#endif
