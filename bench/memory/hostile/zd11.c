// memory: main => heap 12000+
// INPUT: printf 'aaaabaaaabaaaabaaaa' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
int main(int argc, char **argv);
__attribute__((noinline)) static int other(char **a) { return main(7, a); }
int main(int argc, char **argv) {
  int c;
  if (argc == 7) n = 0;
  while ((c = getchar()) == 'a') {
    if (n < 3) { void *d = malloc(1000); if (!d) break; n++; }
  }
  if (c == 'b') return other(argv);
  return 0;
}