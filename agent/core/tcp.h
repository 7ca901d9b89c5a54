/*
 * One TCP stream that listens or dials, serves a connection and begins again. mac/tcp_mactcp.c implements it over the MacTCP
 * driver, tests/fake.c over memory. Nothing here waits.
 */
#ifndef MC_TCP_H
#define MC_TCP_H

#include "bytes.h"

typedef struct mc_tcp mc_tcp;

typedef enum mc_tcp_state {
    MC_TCP_IDLE, /* neither listening nor connected; also after listening or dialling has failed */
    MC_TCP_LISTENING,
    MC_TCP_DIALLING,
    MC_TCP_CONNECTED,
    MC_TCP_ENDED, /* the other side has closed and all it sent is read, or the connection broke */
    MC_TCP_CLOSING
} mc_tcp_state;

/* Advances the stream: notices what has completed since the last call. `now` in ticks. */
mc_tcp_state mc_tcp_poll(mc_tcp *tcp, uint32_t now);

/* From MC_TCP_IDLE. */
void mc_tcp_listen(mc_tcp *tcp, uint16_t port);
void mc_tcp_dial(mc_tcp *tcp, uint32_t address, uint16_t port);

/* Why the last of them failed, as the Mac numbers it; 0: it did not. */
int16_t mc_tcp_error(const mc_tcp *tcp);

/* What has arrived, 0 bytes when nothing has. It is the caller's until the next call, which gives what follows. */
uint16_t mc_tcp_receive(mc_tcp *tcp, const uint8_t **bytes);

/* Sends bytes, which must stay where they are while mc_tcp_busy. */
void mc_tcp_send(mc_tcp *tcp, const uint8_t *bytes, uint16_t count);

/* A send or receive is under way: neither may be called. MacTCP takes one call at a time for a stream. */
bool mc_tcp_busy(const mc_tcp *tcp);

/* Ends the connection, orderly if the other side plays along; MC_TCP_IDLE follows. */
void mc_tcp_close(mc_tcp *tcp);

#endif
