// time: unknown
// because: malloc may fail for ever, natively it does not
#include <stdlib.h>
void f(int n) {
  char *p;
  do p = malloc(1);
  while (!p);
  free(p);
}
