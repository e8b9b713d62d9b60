// A choice by a value of which some bytes were never set.
// expect: violated
#include <everypath.h>

int main(void) {
  int x;
  char c;
  ep_symbolic(&c, sizeof c, "c");
  *(char *)&x = c; // three bytes stay as they were
  return x ? 1 : 2; // bug: uninitialised-read
}
