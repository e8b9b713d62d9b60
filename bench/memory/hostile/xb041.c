// memory: main => heap 256
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: the last character read decides */
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) { int c, last, any = 0;
 while ((c = getchar()) != EOF && c != '\n') { last = c; any = 1; }
 if (!any) return 1;
 char *p = xmalloc(last + 1); free(p); return 0; }
