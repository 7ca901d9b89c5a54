#include "fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_hex(fixture *fixture, const char *text)
{
    unsigned byte;
    int used;
    while (sscanf(text, "%2x%n", &byte, &used) == 1) {
        fixture->bytes[fixture->count++] = (uint8_t)byte;
        text += used;
    }
}

static bool add_line(fixture *fixture, char *line)
{
    line[strcspn(line, "\n")] = 0;
    if (!line[0] || line[0] == '#' || strncmp(line, "checked-by ", 11) == 0)
        return true;
    if (strncmp(line, "hex ", 4) == 0) {
        add_hex(fixture, line + 4);
    } else if (strncmp(line, "text ", 5) == 0) {
        memcpy(fixture->bytes + fixture->count, line + 5, strlen(line + 5));
        fixture->count += strlen(line + 5);
    } else if (strncmp(line, "zeros ", 6) == 0) {
        fixture->count += (size_t)atoi(line + 6);
    } else if (strncmp(line, "expect ", 7) == 0) {
        strcat(strcat(fixture->expected, line + 7), "\n");
    } else {
        return false;
    }
    return true;
}

static void path_of(char *path, size_t size, const char *folder, const char *name)
{
    const char *root = getenv("FIXTURES");
    snprintf(path, size, "%s/%s/%s", root ? root : "../../protocol/fixtures", folder, name);
}

bool fixture_read(fixture *fixture, const char *folder, const char *name)
{
    char path[512], line[8192];
    bool good = true;
    memset(fixture, 0, sizeof *fixture);
    snprintf(fixture->name, sizeof fixture->name, "%s", name);
    path_of(path, sizeof path, folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (good && fgets(line, sizeof line, file))
        good = add_line(fixture, line);
    fclose(file);
    return good;
}

int fixture_each(const char *folder, void (*use)(const fixture *fixture))
{
    static fixture current;
    char path[512];
    struct dirent **names;
    int used = 0;
    path_of(path, sizeof path, folder, "");
    int count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (strstr(names[i]->d_name, ".txt") && fixture_read(&current, folder, names[i]->d_name)) {
            use(&current);
            used++;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return used;
}
