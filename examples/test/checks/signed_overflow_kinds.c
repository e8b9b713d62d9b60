// Negation, subtraction and multiplication overflow too; unsigned wraps.
// expect: violated
#include <everypath.h>

int main(void) {
  int a, b;
  unsigned u;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  ep_symbolic(&u, sizeof u, "u");
  int r = 0;
  switch (u) {
  case 0:
    r = -a; // bug: signed-overflow
    break;
  case 1:
    r = a - b; // bug: signed-overflow
    break;
  case 2:
    r = a * 3; // bug: signed-overflow
    break;
  case 3:
    a++; // bug: signed-overflow
    break;
  default:
    u = u * 2654435761u + 1;
  }
  return (r ^ a) == 1 && u == 0;
}
