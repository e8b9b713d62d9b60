// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* index from -1 to 6 on numbers behind the slot */
struct s { char *b; long w[8]; } g; union v { struct s s; long a[9]; } v;
static void put(union v *s) { free(s->s.b); s->s.b = malloc(16); }
static void num(union v *s, int x) { int j = (x & 7) - 1; long *p = s->a + 1; p[j] = 0; }
int main(void) { while (N) { put(&v); num(&v, N); } return 0; }
