// time: terminates
// because: whatever the order is
#include <stdlib.h>
static int by(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
void f(unsigned char n) {
  unsigned char a[4] = {n, 3, 2, 1};
  qsort(a, 4, 1, by);
}
