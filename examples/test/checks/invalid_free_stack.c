// expect: violated
#include <stdlib.h>

int main(void) {
  int local = 0;
  int *p = &local;
  free(p); // bug: invalid-free
  return 0;
}
