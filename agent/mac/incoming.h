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
    bool target_exists;
    bool temporary_exists;
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

/* Gives the temporary file, or the one at the target, its type, creator and date. */
OSErr mc_incoming_dress_temporary(const mc_incoming *file, bool visible);
OSErr mc_incoming_dress_target(const mc_incoming *file);

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

/* The three ways in which the file gets its name: exchanged with what stands there, or, after that was deleted, renamed. */
OSErr mc_incoming_exchange(const mc_incoming *file);
OSErr mc_incoming_delete_target(const mc_incoming *file);
OSErr mc_incoming_rename(mc_incoming *file);

/* Closes and deletes what there is of the temporary file. */
void mc_incoming_discard(mc_incoming *file);

#endif
