/* How the program under test says what it found: the same lines on the Macintosh and on the host. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>
#include <stdint.h>

/* One line: "what value", the value in eight hexadecimal digits. */
void report(const char *what, uint32_t value);

/* From runtime.S on the Macintosh, from the C library on the host. */
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);

#endif
