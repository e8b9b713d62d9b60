// memory: main => heap 128
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* index in short and char */
struct s { short n; char *t[8]; short m; };
static void put(struct s *s, short i) { unsigned char k = (unsigned char)i; k &= 7; free(s->t[k]); s->t[k] = malloc(16); s->n = k; s->m = i; }
int main(void) { struct s s = {0}; while (N) put(&s, (short)N); return 0; }
