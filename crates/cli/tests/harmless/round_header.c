// What a for statement declares lives over all rounds.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *p = 0;
  for (int i = 0, x = 3; i < 4; i++) {
    if (p && *p != 3)
      abort();
    p = &x;
  }
  return 0;
}
