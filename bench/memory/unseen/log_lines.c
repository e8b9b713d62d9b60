/* The last lines of a log, oldest freed first, formatted with snprintf. memory: log_lines => heap */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KEEP 4
static char *lines[KEEP];
static unsigned next;
static void add(int level, int code) {
    char buf[48];
    int n = snprintf(buf, sizeof buf, "%s: code %d", level ? "error" : "info", code);
    if (n < 0) return;
    char *copy = malloc((size_t)n + 1);
    if (!copy) return;
    memcpy(copy, buf, (size_t)n + 1);
    free(lines[next]);
    lines[next] = copy;
    next = (next + 1) % KEEP;
}
static void dump(void) {
    for (unsigned i = 0; i < KEEP; i++) {
        const char *l = lines[(next + i) % KEEP];
        if (l) puts(l);
    }
}
int log_lines(int code, unsigned n) {
    if (n > 10) n = 10;
    for (unsigned i = 0; i < n; i++) add(i % 3 == 0, code + (int)i);
    dump();
    for (unsigned i = 0; i < KEEP; i++) { free(lines[i]); lines[i] = NULL; }
    return (int)next;
}
