// memory: main => heap 5000+
// INPUT: printf axaxaa
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G; static int v[2] = {2,1};
static int cmp(const void *a, const void *b) { free(G); G = malloc(3000); return 0; }
static int (*f)(const void*, const void*) = cmp;
int main(void) {
  int c; char *H = 0;
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000); if (!d) break;
    qsort(v, 2, sizeof *v, f);
    if (c == 'x') { free(d); continue; }
    free(H); H = d;
  }
  return 0;
}