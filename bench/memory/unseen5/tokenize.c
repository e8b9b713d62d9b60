/* Words of one line, copied, sorted and printed; at most 20. memory: main => heap 100 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TOKENS 20

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    char line[100];
    char *tokens[MAX_TOKENS];
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 0;
    for (char *p = strtok(line, " \t\n"); p && n < MAX_TOKENS; p = strtok(NULL, " \t\n")) {
        tokens[n] = strdup(p);
        if (!tokens[n]) break;
        n++;
    }
    qsort(tokens, n, sizeof tokens[0], by_text);
    for (int i = 0; i < n; i++) {
        puts(tokens[i]);
        free(tokens[i]);
    }
    return 0;
}
