/* The last 12 lines of a shell in a ring. memory: main => heap 832 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP 12

static char *ring[KEEP];
static unsigned next, count;

static void remember(const char *line) {
    char *copy = malloc(strlen(line) + 1);
    if (copy == NULL) return;
    strcpy(copy, line);
    if (ring[next] != NULL) free(ring[next]);
    ring[next] = copy;
    next = (next + 1) % KEEP;
    if (count < KEEP) count++;
}

static void show(void) {
    unsigned i = (next + KEEP - count) % KEEP;
    for (unsigned k = 0; k < count; k++, i = (i + 1) % KEEP) printf("%2u %s\n", k + 1, ring[i]);
}

int main(void) {
    char line[64];
    for (;;) {
        if (!fgets(line, sizeof(line), stdin)) break;
        size_t n = strlen(line);
        if (n && line[n - 1] == '\n') line[--n] = 0;
        if (n == 0) continue;
        if (!strcmp(line, "exit")) break;
        if (!strcmp(line, "history")) {
            show();
            continue;
        }
        remember(line);
    }
    for (unsigned i = 0; i < KEEP; i++) {
        free(ring[i]);
        ring[i] = NULL;
    }
    return 0;
}
