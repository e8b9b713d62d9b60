// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* signed index: k from -7 to 7 over a counter-array that is pointers too */
struct s { char *lo[8]; char *t[8]; };
static void put(struct s *s, int i) { int k = i % 8; char **p = s->t + k; free(*p); *p = malloc(16); }
static void wipe(struct s *s) { memset(s->lo, 0, sizeof s->lo); }
int main(void) { struct s s = {0}; while (N) { put(&s, N); wipe(&s); } return 0; }
