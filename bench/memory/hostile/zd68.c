// memory: main => heap 6000+
// INPUT: printf xx
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c; char *t[2] = {0}; 
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000); if (!d) break;
    char *e = malloc(2000); if (!e) { free(d); break; }
    if (c == 'x') { free(t[0]); t[0] = d; free(t[1]); t[1] = e; }
    else if (c == 'y') { free(e); free(t[0]); t[0] = d; }
    else { free(d); free(e); }
  }
  return 0;
}