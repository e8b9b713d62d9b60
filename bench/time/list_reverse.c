// time: terminates
// group: memory
#include "suite.h"
struct n {
  struct n *next;
};
void f(U x) {
  struct n a[5];
  for (int i = 0; i < 5; i++) a[i].next = i < (int)(x & 3) ? &a[i + 1] : 0;
  struct n *p = a, *r = 0;
  while (p) {
    struct n *k = p->next;
    p->next = r;
    r = p;
    p = k;
  }
}
