// memory: main => heap 65
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: line reader, xstrdup */
static char *xstrdup(const char *s) { char *p = malloc(strlen(s) + 1); if (!p) exit(1); strcpy(p, s); return p; }
int main(void) { char line[65]; char *best = 0; while (fgets(line, sizeof line, stdin)) { if (!best || strlen(line) > strlen(best)) { free(best); best = xstrdup(line); } } if (best) puts(best); free(best); return 0; }
