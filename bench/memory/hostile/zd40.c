// memory: main => heap 124+
// INPUT: for i in $(seq 8); do printf '%060d\n' $i; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char line[64], *prev = 0;
  while (fgets(line, 64, stdin)) {
    char *d = strdup(line); if (!d) break;
    if (prev && !strcmp(prev, d)) { free(d); continue; }
    free(prev); prev = d;
  }
  free(prev);
  return 0;
}