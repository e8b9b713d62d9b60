// A choice by a value of which some bytes were never set.
// expect: violated
// expect-unconfirmed: MemorySanitizer sees it at the end of main only
#include <everypath.h>

int main(void) {
  int x;
  char c;
  ep_symbolic(&c, sizeof c, "c");
  *(char *)&x = c; // three bytes stay as they were
  return x ? 1 : 2; // bug: uninitialised-read
}
