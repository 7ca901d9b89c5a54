// GCC plugin: two things that GCC 12 for m68k does not know of our programs.
//
// A 68000 takes an address error on a word or long at an odd address. GCC knows that when it lays out structures, but its
// store-merging and bswap passes ask the target another question, whether unaligned accesses are slow, and the m68k port answers
// no even with -mstrict-align. So `p[0] << 8 | p[1]` becomes `move.w (a0)`. This plugin answers yes; those passes then
// leave bytes alone.
//
// Constants lie among the code, each before the first function that names it. The assembler makes a reference of 16 bits,
// relative to the program counter, of what is near and in the same section: two bytes less, and no fix-up.

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "target.h"
#include "tree.h"
#include "output.h"

// GCC refuses plugins without this symbol. The licence of this file, MIT OR Apache-2.0, is compatible.
int plugin_is_GPL_compatible;

static bool always_slow(machine_mode, unsigned int)
{
    return true;
}

static section *(*select_by_default)(tree, int, unsigned HOST_WIDE_INT);

static section *constants_among_code(tree what, int relocations, unsigned HOST_WIDE_INT alignment)
{
    section *selected = select_by_default(what, relocations, alignment);
    return selected->common.flags & SECTION_WRITE ? selected : text_section;
}

int plugin_init(plugin_name_args *, plugin_gcc_version *running)
{
    if (!plugin_default_version_check(running, &gcc_version))
        return 1;
    targetm.slow_unaligned_access = always_slow;
    select_by_default = targetm.asm_out.select_section;
    targetm.asm_out.select_section = constants_among_code;
    return 0;
}
