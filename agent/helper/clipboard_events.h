/*
 * What the agent and its helper application say to each other: Apple events of the class mcAg. The helper takes them in the background,
 * too, but touches the scrap only while it is in front: before that it answers MC_HELPER_NOT_IN_FRONT.
 *
 *   take   direct parameter: the flavors wanted, best first (MC_FLAVORS: types alone). The answer's direct parameter lists what
 *          the scrap holds (MC_FLAVORS: types and sizes), and keyMcTaken, when one of those wanted is there, is its type and size: the helper then
 *          holds a copy of it
 *   read   keyMcOffset (long) and keyMcCount (long): the answer's direct parameter is that piece of the copy (MC_BYTES)
 *   hold   keyMcFlavor (type) and keyMcCount (long): room for a flavor of that size, beside those that are held already
 *   fill   keyMcOffset (long), direct parameter: a piece (MC_BYTES) of the flavor held last
 *   put    the scrap is emptied, and gets all that is held
 *
 * Any of them can be answered with an error number (keyErrorNumber). The helper quits by the required event, and by itself when
 * it has heard nothing for MC_HELPER_IDLE_TICKS.
 */
#ifndef MC_CLIPBOARD_EVENTS_H
#define MC_CLIPBOARD_EVENTS_H

#include "bytes.h"

enum { MC_HELPER_CLASS = 'mcAg', MC_HELPER_CREATOR = 'mcCb' };

enum {
    MC_HELPER_TAKE = 'take',
    MC_HELPER_READ = 'read',
    MC_HELPER_HOLD = 'hold',
    MC_HELPER_FILL = 'fill',
    MC_HELPER_PUT = 'put '
};

/* Types of parameters, and their keywords beside the direct one. */
enum { MC_FLAVORS = 'mcFl', MC_BYTES = 'mcBy' };
enum { keyMcTaken = 'takn', keyMcOffset = 'offs', keyMcCount = 'cnt ', keyMcFlavor = 'flav' };

enum {
    MC_HELPER_NOT_IN_FRONT = 1, /* no error number of the system is positive */
    MC_HELPER_FLAVORS = 8, /* most flavors that are wanted or held at once */
    MC_HELPER_LISTED = 32, /* most flavors that are listed */
    MC_HELPER_IDLE_TICKS = 60 * 60
};

typedef struct mc_flavor {
    uint32_t type;
    uint32_t size;
} mc_flavor;

#endif
