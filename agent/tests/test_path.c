#include "path.h"
#include "test.h"

/* The names of a path joined by slashes, or the code of what is wrong. */
static const char *names_of(const char *text)
{
    static char out[600];
    static mc_path path;
    mc_failure failure;
    uint8_t name[MC_NAME_CHARS + 1];
    out[0] = 0;
    if (!mc_path_start(&path, (mc_slice){text, (uint16_t)strlen(text)}, &failure))
        return mc_word(mc_code_names, failure.code);
    while (mc_path_next(&path, name, &failure))
        sprintf(out + strlen(out), "%.*s%s", name[0], (char *)name + 1, mc_path_is_last(&path) ? "" : "/");
    return path.ended ? out : mc_word(mc_code_names, failure.code);
}

void test_path(void)
{
    CHECK_TEXT(names_of("HD:Folder:File"), "HD/Folder/File");
    CHECK_TEXT(names_of("HD"), "HD");
    CHECK_TEXT(names_of("HD:"), "HD");
    CHECK_TEXT(names_of("HD:Folder:"), "HD/Folder");
    CHECK_TEXT(names_of("HD:caf\xC3\xA9"), "HD/caf\x8E");
    CHECK_TEXT(names_of(""), "bad_name");
    CHECK_TEXT(names_of(":"), "bad_name");
    CHECK_TEXT(names_of(":HD"), "bad_name");
    CHECK_TEXT(names_of("HD::File"), "bad_name");
    CHECK_TEXT(names_of("HD:Folder::"), "bad_name");
    CHECK_TEXT(names_of("HD:\xE4\xB8\x80"), "bad_name");
    CHECK_TEXT(names_of("HD:1234567890123456789012345678901"), "HD/1234567890123456789012345678901");
    CHECK_TEXT(names_of("HD:12345678901234567890123456789012"), "bad_name");
    CHECK_TEXT(names_of("123456789012345678901234567:a"), "123456789012345678901234567/a");
    CHECK_TEXT(names_of("1234567890123456789012345678:a"), "bad_name");
}
