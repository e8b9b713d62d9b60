// memory: main => heap 1000
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *mk(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) {
    int last, have = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 1000) return 0;
        if (x < 10) break;
        last = x; have = 1;
    }
    if (!have) return 0;
    void *p = mk(last);
    free(p);
    return 0;
}
