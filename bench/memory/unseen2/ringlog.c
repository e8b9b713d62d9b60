/* The last lines of a log; how many is an argument. memory: main --args sym:1 --stdin 6 => heap 84 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int keep = argc > 1 ? atoi(argv[1]) : 4;
    if (keep < 1 || keep > 9) return 1;
    char **ring = calloc((size_t)keep, sizeof *ring);
    if (!ring) return 1;
    int at = 0;
    char line[8];
    while (fgets(line, sizeof line, stdin)) {
        char *c = malloc(strlen(line) + 1);
        if (!c) break;
        strcpy(c, line);
        free(ring[at]);
        ring[at] = c;
        at = (at + 1) % keep;
    }
    for (int i = 0; i < keep; i++) { free(ring[i]); ring[i] = NULL; }
    free(ring);
    return 0;
}
/* keep 9: 72; six lines of "\n": 6 * 2 = 12: 84 */
