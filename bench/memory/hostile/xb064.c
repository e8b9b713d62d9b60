// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* index loaded twice with a change between through an alias */
struct ring { char *t[8]; unsigned head; };
static void step(struct ring *r) { r->head = (r->head + 1) % 8; }
static void push(struct ring *r, struct ring *q) { free(r->t[r->head % 8]); r->t[r->head % 8] = 0; step(q); r->t[r->head % 8] = malloc(16); }
int main(void) { struct ring r = {0}; while (N) { push(&r, &r); if (N) r.head = 0; } return 0; }
