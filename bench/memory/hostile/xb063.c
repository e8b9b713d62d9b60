// memory: main => heap 128
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: ring buffer, the head in memory */
struct ring { char *t[8]; unsigned head; };
static void push(struct ring *r) { unsigned h = r->head % 8; free(r->t[h]); r->t[h] = malloc(16); r->head = h + 1; }
int main(void) { struct ring r = {0}; while (N) push(&r); for (int i = 0; i < 8; i++) free(r.t[i]); return 0; }
