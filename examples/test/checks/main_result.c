// What main returns is looked at by its environment.
// expect: violated
#include <everypath.h>
int main(void) {
  int c, r;
  ep_symbolic(&c, sizeof c, "c");
  if (c > 3)
    r = 1;
  return r; // bug: uninitialised-read
}
