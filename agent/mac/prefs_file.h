#ifndef MC_PREFS_FILE_H
#define MC_PREFS_FILE_H

#include "prefs.h"

/* Reads `mc-agent Preferences` in the Preferences folder; without the file the defaults hold. */
void mc_prefs_load(mc_prefs *prefs);

#endif
