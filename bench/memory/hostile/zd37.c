// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
static void z(void) { while (getchar() != EOF) { char *e = malloc(1000); if (!e) break; n++; } }
int main(void) { atexit(z); return 0; }