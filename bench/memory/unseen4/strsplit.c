/* A list is split at commas into a vector of strings that grows by two, then joined. memory: main --args sym:6 => heap 118 */
#include <stdlib.h>
#include <string.h>
struct strings { char **v; size_t n, cap; };
static int push(struct strings *s, const char *from, size_t n) {
    if (s->n == s->cap) {
        char **v = realloc(s->v, (s->cap + 2) * sizeof *v);
        if (!v) return -1;
        s->v = v;
        s->cap += 2;
    }
    char *c = malloc(n + 1);
    if (!c) return -1;
    memcpy(c, from, n);
    c[n] = 0;
    s->v[s->n++] = c;
    return 0;
}
int main(int argc, char **argv) {
    struct strings s = {NULL, 0, 0};
    if (argc < 2) return 1;
    for (const char *p = argv[1];;) {
        size_t n = strcspn(p, ",");
        if (push(&s, p, n)) break;
        if (!p[n]) break;
        p += n + 1;
    }
    size_t total = 1;
    for (size_t i = 0; i < s.n; i++) total += strlen(s.v[i]) + 1;
    char *joined = malloc(total);
    if (joined) {
        joined[0] = 0;
        for (size_t i = 0; i < s.n; i++) { strcat(joined, s.v[i]); strcat(joined, ";"); }
    }
    free(joined);
    for (size_t i = 0; i < s.n; i++) free(s.v[i]);
    free(s.v);
    return (int)total;
}
/* Six commas: seven strings of 1; at the seventh 48 + 64 + 6 = 118; at the end 64 + 7 + 8 = 79. */
