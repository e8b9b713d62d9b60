// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* packed alias at offset 4: written over a slot */
struct __attribute__((packed)) p { int a; void *q; int z; };
union u { struct p p; void *t[2]; };
static union u g;
static void set(union u *u) { free(u->t[0]); u->t[0] = malloc(16); }
static void clr(union u *u) { u->p.a = 0; u->p.q = 0; }
int main(void) { while (N) { set(&g); if (N) clr(&g); } return 0; }
