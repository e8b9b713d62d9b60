// memory: main => heap 2548+
// rowspp
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    int n = c == 'a' ? 6 : 4; (void)n;
    char **m = malloc(6 * sizeof *m); if (!m) break;
    
    for (int i = 0; i < n; i++) m[i] = malloc(100);
    char **p = m + (c & 3); *p = 0; for (int j = 0; j < n; j++) free(m[j]);
    free(m);
  }
  return 0;
}
