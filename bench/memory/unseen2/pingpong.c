/* Two stages, each makes the other's input. memory: main --args sym:5 => heap 38 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *doubled(const char *s) {
    size_t n = strlen(s);
    char *d = malloc(2 * n + 1), *p = d;
    if (!d) return NULL;
    for (; *s; s++) { *p++ = *s; if (*s == '\\') *p++ = '\\'; }
    *p = 0;
    return d;
}
static char *quoted(const char *s) {
    size_t n = strlen(s);
    char *q = malloc(n + 3);
    if (!q) return NULL;
    q[0] = '"'; memcpy(q + 1, s, n); q[n + 1] = '"'; q[n + 2] = 0;
    return q;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *a = doubled(argv[1]);
    if (!a) return 1;
    char *b = quoted(a);
    free(a);
    if (!b) return 1;
    char *c = doubled(b);
    free(b);
    if (!c) return 1;
    puts(c);
    free(c);
    return 0;
}
/* five backslashes: 11; 10 + 3 = 13 with 11: 24; then doubled of 12 characters: 25 with 13: 38 */
