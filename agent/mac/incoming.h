/*
 * A file that is being received. Until all of it is there and read back it lies under a temporary name beside the place where it is
 * to be: the name has a fixed form, the file is invisible and of full size from the start, so that a full disk is known
 * before the first byte. Each routine goes to the disk once or hardly more, because an access takes tens of milliseconds.
 */
#ifndef MC_INCOMING_H
#define MC_INCOMING_H

#include "fork.h"

enum { MC_FORKS = 2 };

typedef struct mc_incoming {
    FSSpec target; /* where it is to be */
    FSSpec temporary;
    FSSpec aside; /* where the old file waits on a volume that cannot exchange */
    bool target_exists; /* from the start */
    bool temporary_exists;
    bool exchanged; /* the temporary file holds what was old, and the new one is not settled yet */
    bool set_aside;
    OSType type;
    OSType creator;
    uint32_t modified;
    uint32_t sizes[MC_FORKS];
    mc_open_fork forks[MC_FORKS];
    uint8_t current; /* the fork that is being gone through ... */
    uint32_t left; /* ... and how much of it is left */
} mc_incoming;

/* Makes the temporary file, empty and visible. */
OSErr mc_incoming_create(mc_incoming *file);

/* Gives the temporary file its type, creator and date. */
OSErr mc_incoming_dress(const mc_incoming *file, bool visible);

/* Opens a fork for writing and makes it as long as it will be. */
OSErr mc_incoming_reserve(mc_incoming *file, mc_fork_kind kind);

/* Opens both forks for reading. */
OSErr mc_incoming_reopen(mc_incoming *file);

/* Closes one fork that is open; fnOpnErr when none is. */
OSErr mc_incoming_close_one(mc_incoming *file);

/* Both forks in a row: starts before the first byte; then tells how many bytes of the fork at hand there are, at most `limit`;
   0 at the end. */
void mc_incoming_rewind(mc_incoming *file);
uint16_t mc_incoming_at_hand(mc_incoming *file, uint16_t limit);

/* Whether the catalogue knows the forks of the closed file by their right sizes: eofErr when not. */
OSErr mc_incoming_check_sizes(const mc_incoming *file);

/* Exchanges it with what stands at the target, whose name, number and aliases then stand for what is new. After that the target has
   its Finder information to get. */
OSErr mc_incoming_exchange(mc_incoming *file);
OSErr mc_incoming_settle(mc_incoming *file);

/* Whether an exchange failed because the volume knows of none. */
bool mc_incoming_cannot_exchange(OSErr err);

/* Gives what stands at the target another name, and the new file the target's. What the temporary name stands for is always what is
   not wanted in the end. */
OSErr mc_incoming_set_aside(mc_incoming *file);
OSErr mc_incoming_rename(mc_incoming *file);

/* Deletes what the temporary name stands for, if it stands for anything. */
OSErr mc_incoming_delete(mc_incoming *file);

/* Undoes what has been done, except what mc_incoming_settle or mc_incoming_rename has finished; deletes the temporary file. */
void mc_incoming_discard(mc_incoming *file);

#endif
