// memory: main => heap 7000+
// INPUT: printf aabbccddeabcde
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G, *H;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000);
    if (!d) break;
    if (c == 'a') { free(G); G = d; }
    if (c == 'b') { free(H); H = d; }
    if (c == 'c') { free(G); G = H; H = d; }
  }
  return 0;
}