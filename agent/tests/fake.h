/*
 * The world around the core, for tests: a clock that is turned by hand, streams in memory, and handlers that do a little of
 * everything that a handler may do. hello takes the token `s3cret`; fs.get streams the fake file; fs.put stores into it;
 * fs.stat works for three turns; screen.input goes through its events; applescript.eval (and fs.delete, recursive, which has no result)
 * is a job of so many steps, whose result is the fake file.
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
    int listens, dials, closes;
    uint32_t dialled_address;
    uint16_t dialled_port;
    int16_t error;
    uint8_t *sent; /* everything that was sent */
    size_t sent_count;
};

void fake_tcp_init(mc_tcp *tcp);
void fake_tcp_free(mc_tcp *tcp);

extern uint32_t fake_ticks;
extern uint32_t fake_date;

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
    int job_length; /* steps of a job */
    int job_starts, job_steps, job_stops, job_disposals;
    const mc_job_error *job_error; /* how it ends, instead of well */
    void (*job_meanwhile)(mc_job *job); /* what happens inside of each step */
} fake_world;

extern fake_world world;

#endif
