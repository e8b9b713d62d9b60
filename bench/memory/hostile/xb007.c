// memory: main => heap 32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s { char *buf; int n; };
static void set(struct s *s, int n) { free(s->buf); s->buf = malloc(n); s->n = n; }
int main(void) {
    struct s a = {0}, b = {0};
    while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) set(&a, 16); else set(&b, 16); }
    free(a.buf); free(b.buf);
    return 0;
}
