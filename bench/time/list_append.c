// time: terminates
// group: memory
#include "suite.h"
void *malloc(unsigned long);
struct n {
  U v;
  struct n *next;
};
void f(U x) {
  struct n *l = 0;
  for (U i = 0; i < (x & 7); i++) {
    struct n *e = malloc(sizeof *e);
    if (!e) return;
    e->v = i;
    e->next = 0;
    if (!l) {
      l = e;
    } else {
      struct n *p = l;
      while (p->next) p = p->next;
      p->next = e;
    }
  }
  while (l) l = l->next;
}
