// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* unsigned char index wraps from 250..257 to 0 and 1: halves of slot 0 are cleared */
union u { char *t[128]; int w[256]; }; struct s { int n; union u u; } g;
static void put(struct s *s) { free(s->u.t[0]); s->u.t[0] = malloc(16); s->n++; }
static void num(struct s *s, unsigned x) { unsigned char j = (unsigned char)(250 + (x & 7)); s->u.w[j] = 0; }
int main(void) { while (N) { put(&g); num(&g, 6); num(&g, 7); } return 0; }
