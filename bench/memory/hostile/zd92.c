// memory: main => heap 100544+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; char *x; };
static struct s *cur;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (!cur || cur->n >= 3) { cur = calloc(1, sizeof *cur); if (!cur) break; }
    char *d = malloc(1000); if (!d) break; cur->n++;
  }
  return 0;
}