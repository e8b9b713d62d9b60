// time: terminates
// group: memory
// exactly: 3*mod(x, 16)
#include "suite.h"
void *malloc(unsigned long);
struct n {
  struct n *next;
};
void f(U x) {
  struct n *l = 0, *r = 0;
  for (U i = 0; i < (x & 15); i++) {
    struct n *e = malloc(sizeof *e);
    if (!e) return;
    e->next = l;
    l = e;
  }
  while (l) {
    struct n *t = l->next;
    l->next = r;
    r = l;
    l = t;
  }
  while (r) r = r->next;
}
