/* Fields of a line, between commas, at most five. memory: main => heap 64 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64];
    char *field[5];
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, "\n")] = '\0';
    char *p = line;
    while (p && n < 5) {
        char *comma = n < 4 ? strchr(p, ',') : NULL;
        size_t length = comma ? (size_t)(comma - p) : strlen(p);
        char *copy = malloc(length + 1);
        if (!copy) break;
        memcpy(copy, p, length);
        copy[length] = '\0';
        field[n++] = copy;
        p = comma ? comma + 1 : NULL;
    }
    for (int i = 0; i < n; i++) printf("%d: %s\n", i, field[i]);
    for (int i = 0; i < n; i++) free(field[i]);
    return 0;
}
