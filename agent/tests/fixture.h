/* Golden frames from protocol/fixtures: the bytes of a file and the lines that it expects. The folder is named by FIXTURES. */
#ifndef MC_FIXTURE_H
#define MC_FIXTURE_H

#include "bytes.h"

typedef struct fixture {
    char name[64];
    uint8_t bytes[16384];
    size_t count;
    char expected[4096]; /* lines without `expect ` */
} fixture;

/* Reads one file of `from_host` or `from_guest`; false when it cannot be read or understood. */
bool fixture_read(fixture *fixture, const char *folder, const char *name);

/* Calls `use` for each file of a folder in the order of their names; returns how many there were. */
int fixture_each(const char *folder, void (*use)(const fixture *fixture));

#endif
