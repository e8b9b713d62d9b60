// Leaks are reported on request only.
// expect: proved
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  p[0] = 1;
  return 0;
}
