// time: terminates
// group: memory
// exactly: 3
#include "suite.h"
struct n {
  struct n *next;
  U v;
};
void f(U x) {
  struct n c = {0, 3}, b = {&c, x}, a = {&b, 1};
  struct n *p = &a;
  while (p) p = p->next;
}
