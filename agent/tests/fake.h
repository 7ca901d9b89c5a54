/*
 * The world around the core, for tests: a clock that is turned by hand, streams in memory, and handlers that do a little of
 * everything that a handler may do. hello takes the token `s3cret`; fs.get streams the fake file; fs.put stores into it;
 * fs.stat works for three turns; screen.input goes through its events.
 */
#ifndef MC_FAKE_H
#define MC_FAKE_H

#include "listener.h"
#include "session.h"

enum { FAKE_SENT_BYTES = 1 << 20, FAKE_FILE_BYTES = 100000 };

struct mc_tcp {
    mc_tcp_state state;
    const uint8_t *incoming; /* what the other side has sent and the session has not read */
    size_t incoming_count;
    size_t piece; /* most bytes that one receive delivers */
    int busy_turns; /* for how many polls a send is under way */
    int busy;
    int listens, closes;
    uint8_t *sent; /* everything that was sent */
    size_t sent_count;
};

void fake_tcp_init(mc_tcp *tcp);
void fake_tcp_free(mc_tcp *tcp);

extern uint32_t fake_ticks;

/* What the handlers saw. */
typedef struct fake_world {
    uint8_t file[FAKE_FILE_BYTES];
    uint32_t file_size;
    int handled; /* handlers that were entered */
    int events; /* good events of screen.input */
    int abandoned; /* workers, sources and sinks that were told to undo */
    int closed; /* sources */
    int finished; /* sinks */
    bool write_fails;
    bool read_fails;
} fake_world;

extern fake_world world;

#endif
