// expect: proved
#include <everypath.h>

static char buffer[] = "abc";

int main(void) {
  int i;
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i >= 0 && i < 3);
  buffer[i] = 'A';
  return "abc"[i] == 'z';
}
