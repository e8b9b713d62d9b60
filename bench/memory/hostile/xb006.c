// memory: main => heap 1016+
#include <stdlib.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf jb;
struct s { char *buf; };
static void set(struct s *s) { char *p = malloc(16); if (__VERIFIER_nondet_int()) longjmp(jb, 1); free(s->buf); s->buf = p; }
int main(void) {
    struct s s = {0};
    volatile int k = 0;
    if (setjmp(jb)) k++;
    while (__VERIFIER_nondet_int()) set(&s);
    free(s.buf);
    return 0;
}
