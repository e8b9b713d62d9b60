/* A string builder that doubles. memory: sbuilder => heap */
#include <stdlib.h>
#include <string.h>
struct sb { char *data; size_t len, cap; };
static int sb_reserve(struct sb *b, size_t more) {
    if (b->len + more + 1 <= b->cap) return 0;
    size_t cap = b->cap ? b->cap : 16;
    while (cap < b->len + more + 1) cap *= 2;
    char *d = realloc(b->data, cap);
    if (!d) return -1;
    b->data = d;
    b->cap = cap;
    return 0;
}
static int sb_add(struct sb *b, const char *s) {
    size_t n = strlen(s);
    if (sb_reserve(b, n)) return -1;
    memcpy(b->data + b->len, s, n + 1);
    b->len += n;
    return 0;
}
static int sb_addc(struct sb *b, char c) {
    char t[2] = {c, 0};
    return sb_add(b, t);
}
static void itoa10(int v, char *out) {
    char tmp[12];
    int n = 0;
    unsigned u = v < 0 ? -(unsigned)v : (unsigned)v;
    do { tmp[n++] = (char)('0' + u % 10); u /= 10; } while (u);
    if (v < 0) *out++ = '-';
    while (n) *out++ = tmp[--n];
    *out = 0;
}
int sbuilder(int a, int b, unsigned fields) {
    struct sb s = {0};
    char num[16];
    if (fields > 4) fields = 4;
    sb_add(&s, "values: ");
    for (unsigned i = 0; i < fields; i++) {
        itoa10(i & 1 ? a : b, num);
        if (i) sb_addc(&s, ',');
        sb_add(&s, num);
    }
    int r = (int)s.len;
    free(s.data);
    return r;
}
