/* Words of a line, in a table that doubles. memory: tokenize --strings --buffer 8 => heap 62 */
/* "abc d e": the third word makes the table larger, 16 + 32 beside words of 4 + 2 and the line's copy of 8. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
struct words { char **at; size_t n, cap; };
static int add(struct words *w, const char *s, size_t len) {
    if (w->n == w->cap) {
        size_t cap = w->cap ? 2 * w->cap : 2;
        char **p = realloc(w->at, cap * sizeof *p);
        if (!p) return -1;
        w->at = p; w->cap = cap;
    }
    char *c = malloc(len + 1);
    if (!c) return -1;
    memcpy(c, s, len); c[len] = 0;
    w->at[w->n++] = c;
    return 0;
}
int tokenize(const char *line) {
    size_t n = strlen(line);
    char *copy = malloc(n + 1);
    if (!copy) return -1;
    strcpy(copy, line);
    struct words w = {0};
    for (char *p = copy; *p;) {
        while (*p == ' ') p++;
        char *q = p;
        while (*q && *q != ' ') q++;
        if (q > p) add(&w, p, (size_t)(q - p));
        p = q;
    }
    free(copy);
    int r = (int)w.n;
    for (size_t i = 0; i < w.n; i++) free(w.at[i]);
    free(w.at);
    return r;
}
