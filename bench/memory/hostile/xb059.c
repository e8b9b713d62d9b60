// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* noreturn helper and a leak by longjmp in a nested helper */
#include <setjmp.h>
static jmp_buf jb; struct s { char *b; };
static __attribute__((noreturn)) void fail(void) { longjmp(jb, 1); }
static char *mk(void) { char *p = malloc(16); if (N) fail(); return p; }
static void once(void) { struct s s = {0}; s.b = mk(); free(s.b); }
int main(void) { while (N) { if (!setjmp(jb)) once(); } return 0; }
