// memory: main => heap 1000
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *mk(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) {
    int prev, have = 0;
    for (;;) {
        int cur = __VERIFIER_nondet_int();
        if (cur < 0 || cur > 1000) return 0;
        if (have && cur < 10) { void *q = mk(prev); free(q); }
        prev = cur; have = 1;
    }
}
