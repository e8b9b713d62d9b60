// time: forever
// group: endless
#include "suite.h"
struct n {
  struct n *next;
};
void f(U x) {
  struct n a, b;
  a.next = &b;
  b.next = x & 1 ? &a : 0;
  struct n *p = &a;
  while (p) p = p->next;
}
