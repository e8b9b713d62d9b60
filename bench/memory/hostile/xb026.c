// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* bit-fields beside slots */
struct s { unsigned a : 3, b : 7; char *t[2]; unsigned c : 1; } g;
static void put(struct s *s, int i) { free(s->t[i & 1]); s->t[i & 1] = malloc(16); s->a++; s->b--; s->c ^= 1; }
static void put2(struct s *s, int i) { i &= 1; free(s->t[i]); s->t[i] = malloc(16); s->a++; s->b--; s->c ^= 1; }
int main(void) { while (N) { put2(&g, N); } return 0; }
