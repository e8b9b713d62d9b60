// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

static char *volatile b;
static void set(void) { free(b); b = malloc(16); }
int main(void) { while (N) set(); return 0; }
