/* A test is a function; what it claims it says with CHECK. */
#ifndef MC_TEST_H
#define MC_TEST_H

#include <stdio.h>
#include <string.h>

extern int checks_made;
extern int checks_failed;

#define CHECK(claim)                                                                                                   \
    do {                                                                                                               \
        checks_made++;                                                                                                 \
        if (!(claim)) {                                                                                                \
            checks_failed++;                                                                                           \
            printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #claim);                                               \
        }                                                                                                              \
    } while (0)

#define CHECK_TEXT(actual, expected) check_text(actual, expected, __FILE__, __LINE__)
void check_text(const char *actual, const char *expected, const char *file, int line);

void test_json(void);
void test_text(void);
void test_frames(void);
void test_prefs(void);
void test_path(void);
void test_pict(void);
void test_fingerprint(void);
void test_kchr(void);
void test_session(void);
void test_jobs(void);
void test_log(void);
void test_flat(void);
void test_forms(void);
void test_listener(void);
void test_dialler(void);
void test_fixtures(void);

#endif
