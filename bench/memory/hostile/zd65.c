// memory: main => heap 96+
// INPUT: for i in 1 2 3 4; do printf '%030d\n' $i; printf '%030d\n' $i; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *last = 0, *cur = 0; char line[32];
  while (fgets(line, sizeof line, stdin)) {
    char *d = strdup(line);
    if (!d) continue;
    if (cur && strcmp(cur, d) == 0) { if (last) free(last); last = d; continue; }
    free(cur); cur = d;
  }
  return 0;
}