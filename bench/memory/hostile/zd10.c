// memory: main => heap 12000+
// INPUT: printf 'aaaabbaaaabbaaaabbaaaa' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
int main(int argc, char **argv) {
  while (getchar() == 'a') {
    if (n < 3) { void *d = malloc(1000); if (!d) break; n++; }
  }
  if (getchar() == 'b') { n = 0; return main(1, argv); }
  return 0;
}