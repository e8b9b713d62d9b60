// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

#include <setjmp.h>
static jmp_buf jb; static int k; static char *keep[4];
static int rd(void) { int x = 0; if (scanf("%d", &x) != 1) exit(0); return x; }
int main(void) { setjmp(jb); int n = rd(); if (n < 0 || n > 100) return 0; keep[k] = malloc(n); if (++k < 3) longjmp(jb, 1); return 0; }
