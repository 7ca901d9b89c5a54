/* Which keys the keyboard's layout has for characters. */
#include "Script.h"
#include "input_script.h"

/* The layout lies in memory that the system keeps; how large it is can only be told from what is in it. */
enum { LARGEST_LAYOUT = 64 * 1024 };

void mc_script_read_layout(void)
{
    mc_script *script = mc_script_memory();
    const uint8_t *layout = (const uint8_t *)GetScriptManagerVariable(smKCHRCache);
    mc_kchr_keys(layout, layout ? LARGEST_LAYOUT : 0, script->keys);
}
