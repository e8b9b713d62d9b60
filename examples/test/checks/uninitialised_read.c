// A branch that depends on a variable which one path forgot to set.
// expect: violated
#include <everypath.h>

int main(void) {
  int mode, value;
  ep_symbolic(&mode, sizeof mode, "mode");
  if (mode > 0)
    value = 1;
  if (value) // bug: uninitialised-read
    return 1;
  return 0;
}
