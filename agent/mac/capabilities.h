/* What this Macintosh has beyond the minimum, for hello. */
#ifndef MC_CAPABILITIES_H
#define MC_CAPABILITIES_H

#include "json_write.h"

/* Writes the member `capabilities`. */
void mc_write_capabilities(mc_writer *writer);

#endif
