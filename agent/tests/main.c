/* Runs the tests of the portable core on the host. */
#include "test.h"

int checks_made;
int checks_failed;

void check_text(const char *actual, const char *expected, const char *file, int line)
{
    checks_made++;
    if (strcmp(actual, expected) == 0)
        return;
    checks_failed++;
    printf("%s:%d:\n  expected %s\n  but have %s\n", file, line, expected, actual);
}

int main(void)
{
    test_json();
    test_text();
    test_frames();
    test_prefs();
    test_path();
    test_pict();
    test_fingerprint();
    test_kchr();
    test_session();
    test_jobs();
    test_log();
    test_flat();
    test_forms();
    test_listener();
    test_dialler();
    test_fixtures();
    printf("agent core: %d checks, %d failed\n", checks_made, checks_failed);
    return checks_failed || !checks_made;
}
