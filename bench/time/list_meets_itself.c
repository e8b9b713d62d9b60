// time: forever
// group: endless
#include "suite.h"
void *malloc(unsigned long);
struct n {
  struct n *next;
};
void f(U x) {
  struct n *l = 0, *last = 0;
  for (U i = 0; i < (x & 7); i++) {
    struct n *e = malloc(sizeof *e);
    if (!e) return;
    e->next = l;
    l = e;
    if (!last) last = e;
  }
  if (last && x > 200) last->next = l;
  while (l) l = l->next;
}
