/* The fields of a row of standard input, each in a block of its own. memory: main --stdin 8 => heap 9 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FIELDS 4
int main(void) {
    char line[32];
    char *field[FIELDS];
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, "\n")] = 0;
    for (char *p = line; n < FIELDS; p++) {
        char *end = strchr(p, ',');
        size_t len = end ? (size_t)(end - p) : strlen(p);
        field[n] = malloc(len + 1);
        if (!field[n]) break;
        memcpy(field[n], p, len);
        field[n][len] = 0;
        n++;
        if (!end) break;
        p = end;
    }
    for (int i = 0; i < n; i++) { if (i) putchar(';'); fputs(field[i], stdout); free(field[i]); }
    putchar('\n');
    return 0;
}
/* each character is in a field or a comma, which leaves a zero byte: 9 */
