/* One fork of a file, open for reading or writing. */
#ifndef MC_FORK_H
#define MC_FORK_H

#include "Files.h"

typedef enum mc_fork_kind { MC_DATA_FORK, MC_RESOURCE_FORK } mc_fork_kind;

typedef struct mc_open_fork {
    int16_t reference; /* 0: not open */
} mc_open_fork;

OSErr mc_fork_open(mc_open_fork *fork, const FSSpec *place, mc_fork_kind kind, int8_t permission);
OSErr mc_fork_close(mc_open_fork *fork);

OSErr mc_fork_get_size(mc_open_fork *fork, uint32_t *size);

/* Go on where the last one ended. A read of fewer bytes than asked for is eofErr. */
OSErr mc_fork_read(mc_open_fork *fork, uint8_t *bytes, uint16_t count);
OSErr mc_fork_write(mc_open_fork *fork, const uint8_t *bytes, uint16_t count);

/* Where the next read or write begins. */
OSErr mc_fork_go_to(mc_open_fork *fork, uint32_t position);

/* Makes it so long: what it gains is allocated and holds anything. */
OSErr mc_fork_set_size(mc_open_fork *fork, uint32_t size);

#endif
