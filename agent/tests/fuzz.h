/* What the damaging tests share. The numbers are the same for the same seed. */
#ifndef MC_FUZZ_H
#define MC_FUZZ_H

#include <stddef.h>
#include <stdint.h>

uint32_t random_below(uint32_t limit);

/* Reports a fault and ends the run. */
void fail(const char *message, int round);

/* fuzz_flat.c: keeps the golden descriptors; plays a round of damaged ones. */
void fuzz_flat_prepare(void);
void fuzz_flat(int round);

/* fuzz_doors.c: streams that connect, fail and end as they like, under a listener and a dialler. */
void fuzz_doors_prepare(void);
void fuzz_doors(int round);
int fuzz_doors_calls(void);

#endif
