/* Splits a text at commas into an array that grows, joins with semicolons. memory: splitjoin --strings --buffer 8 => heap 127 */
#include <stdlib.h>
#include <string.h>
static char *dupn(const char *s, size_t n) { char *p = malloc(n + 1); if (p) { memcpy(p, s, n); p[n] = 0; } return p; }
int splitjoin(const char *s) {
    char **v = NULL; size_t n = 0, total = 0;
    const char *start = s;
    for (;; s++) {
        if (*s == ',' || *s == 0) {
            char **w = realloc(v, (n + 1) * sizeof *v);
            if (!w) break;
            v = w;
            v[n] = dupn(start, (size_t)(s - start));
            if (!v[n]) break;
            total += strlen(v[n]) + 1;
            n++;
            start = s + 1;
        }
        if (*s == 0) break;
    }
    char *out = malloc(total + 1);
    if (out) { out[0] = 0; for (size_t i = 0; i < n; i++) { strcat(out, v[i]); strcat(out, ";"); } free(out); }
    for (size_t i = 0; i < n; i++) free(v[i]);
    free(v);
    return (int)n;
}
