/*
 * A file that is being received. Until all of it is there and read back it lies under a temporary name beside the place where it is
 * to be: the name has a fixed form and follows from the target's, the file is invisible and of full size from the start, so that a
 * full disk is known before the first byte. A file whose host may come back is kept under that name: cut to what has arrived, and
 * marked. Each routine goes to the disk once or hardly more, because an access takes tens of milliseconds.
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
    uint16_t flags;
    uint32_t created;
    uint32_t modified;
    uint32_t sizes[MC_FORKS];
    uint32_t fingerprint; /* of what is put where: by it a kept file is known again */
    mc_open_fork forks[MC_FORKS];
    uint8_t current; /* the fork that is being gone through ... */
    uint32_t left; /* ... and how much of it is left */
} mc_incoming;

/* Gives the temporary file its name. */
void mc_incoming_name(mc_incoming *file);

/* Makes the temporary file, empty and visible. dupFNErr when an earlier one is in the way: mc_incoming_delete_stale, and again. */
OSErr mc_incoming_create(mc_incoming *file);
OSErr mc_incoming_delete_stale(mc_incoming *file);

/* Whether an earlier put of the same has left something, and how many bytes of it. */
bool mc_incoming_find_kept(mc_incoming *file, uint32_t *bytes);

/* Gives the temporary file its type, creator, flags and dates; or makes it invisible, and no longer a kept one. */
OSErr mc_incoming_dress(const mc_incoming *file);
OSErr mc_incoming_hide(const mc_incoming *file);

/* Opens a fork for writing and makes it as long as it will be. */
OSErr mc_incoming_reserve(mc_incoming *file, mc_fork_kind kind);

/* Opens both forks for reading. */
OSErr mc_incoming_reopen(mc_incoming *file);

/* Closes one fork that is open; fnOpnErr when none is. */
OSErr mc_incoming_close_one(mc_incoming *file);

/* Both forks in a row: starts behind so many bytes; then tells how many bytes of the fork at hand there are, at most `limit`;
   0 at the end. */
void mc_incoming_start_at(mc_incoming *file, uint32_t bytes);
uint16_t mc_incoming_at_hand(mc_incoming *file, uint16_t limit);

/* The fork at hand begins to be written where the start is. */
OSErr mc_incoming_go_to_start(mc_incoming *file);

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

/* Undoes one thing that has been done, except what mc_incoming_settle or mc_incoming_rename has finished; in the end the temporary file
   is deleted. False when nothing is left to undo. */
bool mc_incoming_discard_step(mc_incoming *file);

/* Leaves what has arrived for another put of the same; or, when that fails, nothing. */
void mc_incoming_keep(mc_incoming *file);

#endif
