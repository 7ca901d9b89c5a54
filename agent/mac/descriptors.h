/*
 * Between the flat descriptors of the wire (core/flat.h) and the Apple Event Manager's own, which only its routines look into. Both
 * ways go a few descriptors at a time: each is a call of the manager, and there can be thousands. One is under way at a time.
 */
#ifndef MC_DESCRIPTORS_H
#define MC_DESCRIPTORS_H

#include "AppleEvents.h"
#include "failure.h"

typedef enum mc_descriptors {
    MC_DESCRIPTORS_MORE,
    MC_DESCRIPTORS_DONE,
    MC_DESCRIPTORS_FAILED /* `failure` says why */
} mc_descriptors;

/* From flat parameters into an event. Both stay the caller's; the bytes must not move until the end. */
void mc_build_begin(AppleEvent *event, const uint8_t *flat, uint16_t size);
mc_descriptors mc_build_step(mc_failure *failure);

/* From an event's parameters to flat ones. The event stays the caller's. */
bool mc_flatten_begin(const AppleEvent *event, mc_failure *failure);
mc_descriptors mc_flatten_step(mc_failure *failure);

/* What came of that, until mc_descriptors_end. */
uint16_t mc_flattened_size(void);
void mc_flattened_copy(uint32_t offset, uint8_t *to, uint16_t count);

/* Gives back everything that is left, on every way out. */
void mc_descriptors_end(void);

#endif
