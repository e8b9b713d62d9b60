/* Strings that are shared until one is written. memory: main --stdin 6 => heap 72 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct str { unsigned refs, len; char text[]; };      /* 8 + 16 */
static struct str *make(const char *s) {
    struct str *x = malloc(sizeof *x + 16);
    if (!x) abort();
    x->refs = 1; x->len = (unsigned)strlen(s);
    memcpy(x->text, s, x->len + 1);
    return x;
}
static struct str *share(struct str *s) { s->refs++; return s; }
static void drop(struct str *s) { if (!--s->refs) free(s); }
static struct str *own(struct str *s) {
    if (s->refs == 1) return s;
    struct str *c = make(s->text);
    drop(s);
    return c;
}
int main(void) {
    struct str *v[3] = {make("one"), NULL, NULL};
    int c;
    v[1] = share(v[0]);
    v[2] = share(v[0]);
    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '2') { v[c - '0'] = own(v[c - '0']); v[c - '0']->text[0] = 'X'; }
        else if (c >= 'a' && c <= 'c') {
            int i = c - 'a', j = (i + 1) % 3;
            if (v[i] != v[j]) { drop(v[i]); v[i] = share(v[j]); }
        }
    }
    for (int i = 0; i < 3; i++) drop(v[i]);
    return 0;
}
/* Three strings of their own: 3 * 24. */
