/* Launching applications (Inside Macintosh: Processes, chapter 2, LaunchApplication). */
#ifndef MC_LAUNCH_H
#define MC_LAUNCH_H

#include "Processes.h"

/* What the breadcrumb calls it, which whoever launches has left before. */
extern const char mc_launch_breadcrumb[];

/* Launches it beside us. `flags` are those of launchControlFlags besides the ones that this takes; `parameters` may be NULL. */
OSErr mc_launch(const FSSpec *application, uint16_t flags, AppParameters *parameters, ProcessSerialNumber *psn);

#endif
