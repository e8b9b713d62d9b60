// memory: main => heap 5000+
// INPUT: printf 'abcdefabcdefghijk' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[4];
int main(void) {
  int c, i = 0;
  while ((c = getchar()) != EOF) {
    i = c & 3;
    char *d = malloc(1000); if (!d) break;
    if (t[i]) { if (c & 4) { free(d); continue; } free(t[i]); t[i] = 0; i = (i + 1) & 3; }
    if (t[i]) { free(d); continue; }
    t[i] = d;
  }
  return 0;
}