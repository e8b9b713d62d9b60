// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* static initial pointer to the structure */
struct s { char *b; }; static struct s g, h; static struct s *gp = &g;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
int main(void) { while (N) { set(&g); if (N) gp = &h; set(gp); } return 0; }
