// memory: main => heap 2000+
// INPUT: printf aabbccddeabcde
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000), *o;
    if (!d) break;
    switch (c) {
    case 'a': o = G; G = d; free(o); break;
    case 'b': if (G) { free(d); break; } G = d; break;
    case 'c': free(G); G = 0; /* fall through */
    case 'd': if (!G) { G = d; break; } /* fall through */
    default: free(d);
    }
  }
  return 0;
}