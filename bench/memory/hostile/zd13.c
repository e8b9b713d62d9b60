// memory: main => heap 100010+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
__attribute__((destructor)) static void last(void) { while (getchar() != EOF) { void *d = malloc(1000); if (!d) break; } }
int main(void) {
  void *d = malloc(10);
  return d == 0;
}