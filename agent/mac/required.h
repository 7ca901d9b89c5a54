/* The Apple events that every application has to know. */
#ifndef MC_REQUIRED_H
#define MC_REQUIRED_H

#include <stdbool.h>

/* Makes them known to the Apple Event Manager, where there is one. */
void mc_required_install(void);

/* Somebody has told the agent to quit: the Finder at shutdown, or a user's program. */
bool mc_required_quit(void);

#endif
