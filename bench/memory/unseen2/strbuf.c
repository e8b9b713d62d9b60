/* A string builder that doubles, over the arguments. memory: main --args sym:6,sym:6 => heap 24 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buf { char *s; size_t n, cap; };
static int append(struct buf *b, const char *t, size_t n) {
    if (b->n + n + 1 > b->cap) {
        size_t cap = b->cap ? b->cap : 4;
        while (cap < b->n + n + 1) cap *= 2;
        char *s = realloc(b->s, cap);
        if (!s) return -1;
        b->s = s; b->cap = cap;
    }
    memcpy(b->s + b->n, t, n);
    b->n += n;
    b->s[b->n] = 0;
    return 0;
}
int main(int argc, char **argv) {
    struct buf b = {0};
    for (int i = 1; i < argc; i++) {
        if (append(&b, argv[i], strlen(argv[i])) || append(&b, " ", 1)) { free(b.s); return 1; }
    }
    if (b.s) puts(b.s);
    free(b.s);
    return 0;
}
/* 6 + 1 -> 8, then "123456 " + 1 = 8 fits; + 6 -> 14 -> 16: 8 + 16 = 24. 14 + 1 = 15 fits. */
