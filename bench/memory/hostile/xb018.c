// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* block lost by continue */
struct s { char *b; };
static char *mk(void) { return malloc(16); }
static void put(struct s *s, char *p) { free(s->b); s->b = p; }
int main(void) { struct s s = {0}; while (N) { char *p = mk(); if (N) continue; put(&s, p); } free(s.b); return 0; }
