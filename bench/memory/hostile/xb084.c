// memory: main => heap 1000
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* the index of the last match: everyday */
static char *dup(const char *s, int n) { char *p = malloc((size_t)n + 1); if (!p) exit(1); memcpy(p, s, (size_t)n); p[n] = 0; return p; }
static char text[1000];
int main(void) { int i = 0, end, found = 0;
 if (!fgets(text, sizeof text, stdin)) return 1;
 for (;;) { int k = N; if (k < 0 || k > 999) break; if (k < 5) { if (found) { char *p = dup(text, end); free(p); } continue; } end = k; found = 1; i++; }
 return i > 100; }
