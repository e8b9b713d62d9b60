// memory: main => heap 4096
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* signed char index from the middle, two names for one place */
struct s { char *t[256]; } g;
static void put(char **mid, signed char c) { free(mid[c]); mid[c] = malloc(16); }
int main(void) { while (N) { put(g.t + 128, (signed char)N); } return 0; }
