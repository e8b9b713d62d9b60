// expect: violated
#include <everypath.h>

static int colour(unsigned c) {
  switch (c) {
  case 0:
    return 10;
  case 1:
    return 20;
  }
  __builtin_unreachable(); // bug: reached-unreachable
}

int main(void) {
  unsigned c;
  ep_symbolic(&c, sizeof c, "c");
  return colour(c & 3);
}
