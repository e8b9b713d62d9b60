// expect: proved
#include <everypath.h>

int main(void) {
  int a[4] = {0}, i;
  ep_symbolic(&i, sizeof i, "i");
  if (i >= 0 && i < 4)
    a[i] = 1;
  return a[0];
}
