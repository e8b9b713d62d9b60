// memory: main => heap 10
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* strdup into what was freed */
int main(void) { char line[10]; char *name = 0; while (fgets(line, sizeof line, stdin)) { free(name); name = strdup(line); } free(name); return 0; }
