// time: terminates
// group: memory
#include "suite.h"
struct n {
  struct n *next;
};
void f(U x) {
  struct n a[6];
  for (int i = 0; i < 6; i++) a[i].next = i < 5 ? &a[i + 1] : 0;
  (void)x;
  struct n *s = a, *q = a;
  while (q && q->next) {
    s = s->next;
    q = q->next->next;
  }
}
