// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* swap by copies of the structure */
struct s { char *b; int n; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void swap(struct s *a, struct s *b) { struct s t = *a; *a = *b; *b = t; }
int main(void) { struct s a = {0}, b = {0}; while (N) { set(&a); if (N) swap(&a, &b); if (N) set(&b); } return 0; }
