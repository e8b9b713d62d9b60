/* Fields of a line of values separated by commas, freed per line; at most 16 fields. memory: main => heap 256 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 16

struct row { char **fields; int n; };

static int split(char *line, struct row *r) {
    r->n = 0;
    r->fields = malloc(MAX_FIELDS * sizeof *r->fields);
    if (!r->fields) return -1;
    while (r->n < MAX_FIELDS) {
        char *comma = strchr(line, ',');
        size_t len = comma ? (size_t)(comma - line) : strlen(line);
        char *f = malloc(len + 1);
        if (!f) break;
        memcpy(f, line, len);
        f[len] = '\0';
        r->fields[r->n++] = f;
        if (!comma) break;
        line = comma + 1;
    }
    return r->n;
}

static void row_free(struct row *r) {
    for (int i = 0; i < r->n; i++) free(r->fields[i]);
    free(r->fields);
    r->fields = NULL;
}

int main(void) {
    char line[128];
    struct row r;
    int lines = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (split(line, &r) < 0) break;
        for (int i = 0; i < r.n; i++) printf("[%s]", r.fields[i]);
        putchar('\n');
        row_free(&r);
        lines++;
    }
    printf("%d lines\n", lines);
    return 0;
}
