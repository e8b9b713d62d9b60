// A static local lives as long as the program.
// expect: proved
#include <everypath.h>

static int *remember(int n) {
  static int kept;
  kept = n;
  return &kept;
}

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  return *remember(n) == n ? 0 : 1;
}
