// A choice by a value that was never set is a decision, whatever is chosen.
// expect: violated
// expect-unconfirmed: MemorySanitizer sees it at the end of main only
#include <everypath.h>

int main(void) {
  int x, c;
  ep_symbolic(&c, sizeof c, "c");
  if (c > 0)
    x = 1;
  if (c >= 0)
    return x ? 1 : 2; // bug: uninitialised-read
  return 0;
}
