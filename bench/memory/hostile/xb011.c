// memory: main => heap 1016
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* destructor */
struct s { char *b; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void *keep;
__attribute__((destructor)) static void bye(void) { keep = malloc(1000); }
int main(void) { struct s s = {0}; while (N) set(&s); return 0; }
