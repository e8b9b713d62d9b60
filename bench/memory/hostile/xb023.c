// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* move(&s,&s): what is moved to itself is lost */
struct s { char *b; int n; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void move(struct s *to, struct s *from) { if (to->b) return; to->b = from->b; from->b = 0; }
static void drop(struct s *to, struct s *from) { char *p = from->b; from->b = 0; if (to->b == 0 && to != from) free(p); }
int main(void) { struct s s = {0}; while (N) { set(&s); if (N) move(&s, &s); if (N) drop(&s, &s); } return 0; }
