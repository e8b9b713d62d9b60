// The C library keeps a list of its open streams: none that is forgotten is lost.
// Of two on one descriptor closing the older one keeps the younger one.
// flags: --check default,leak
// expect: violated
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    FILE *f = fopen("forgotten.txt", "w");
    if (f == NULL)
      return 1;
    FILE *g = fdopen(fileno(f), "w");
    if (g == NULL)
      return 1;
    fputc('x', f);
    if (i == 1)
      fclose(f);
    f = freopen("again.txt", "w", g);
  }
  (void)malloc(3); // bug: leak
  return 0;
}
