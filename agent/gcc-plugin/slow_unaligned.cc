// GCC plugin: on this target, no access may be wider than its alignment allows.
//
// A 68000 takes an address error on a word or long at an odd address. GCC 12 for m68k knows that when it lays out
// structures, but its store-merging and bswap passes ask the target another question, whether unaligned accesses are
// slow, and the m68k port answers no even with -mstrict-align. So `p[0] << 8 | p[1]` becomes `move.w (a0)`. This
// plugin answers yes; those passes then leave bytes alone.

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "target.h"

// GCC refuses plugins without this symbol. The licence of this file, MIT OR Apache-2.0, is compatible.
int plugin_is_GPL_compatible;

static bool always_slow(machine_mode, unsigned int)
{
    return true;
}

int plugin_init(plugin_name_args *, plugin_gcc_version *running)
{
    if (!plugin_default_version_check(running, &gcc_version))
        return 1;
    targetm.slow_unaligned_access = always_slow;
    return 0;
}
