/* Values that are numbers or strings. memory: main --stdin 6 => heap 96 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct value { enum { NUMBER, TEXT } kind; union { long n; char *s; } u; };
static void set_text(struct value *v, const char *s) {
    if (v->kind == TEXT) free(v->u.s);
    v->kind = TEXT;
    v->u.s = strdup(s);
}
static void set_number(struct value *v, long n) {
    if (v->kind == TEXT) free(v->u.s);
    v->kind = NUMBER;
    v->u.n = n;
}
int main(void) {
    struct value *v = calloc(4, sizeof *v);
    if (!v) return 1;
    int i = 0;
    for (int c; (c = getchar()) != EOF; i = (i + 1) % 4) {
        if (c >= '0' && c <= '9') set_number(&v[i], c - '0');
        else set_text(&v[i], c == '#' ? "comment" : "word");
    }
    long sum = 0;
    for (i = 0; i < 4; i++) {
        if (v[i].kind == TEXT) { sum += (long)strlen(v[i].u.s); free(v[i].u.s); }
        else sum += v[i].u.n;
    }
    free(v);
    return (int)sum;
}
/* 64 + 4 * 8 = 96 */
