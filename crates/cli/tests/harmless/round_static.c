// A static object lives on.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    static int x = 4;
    if (p && *p != 4)
      abort();
    p = &x;
  }
  return 0;
}
