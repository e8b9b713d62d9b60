// realloc of a null pointer allocates.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { char *p = 0; if (__VERIFIER_nondet_int()) p = malloc(10); p = realloc(p, 20); if (p) p[19] = 1; free(p); return 0; }
