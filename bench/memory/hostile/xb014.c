// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* callee's local leaks on one way */
struct s { char *b; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void one(void) { struct s s = {0}; for (int i = 0; i < 3; i++) set(&s); if (N) return; free(s.b); }
int main(void) { while (N) one(); return 0; }
