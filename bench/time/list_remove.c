// time: terminates
// group: memory
#include "suite.h"
void *malloc(unsigned long);
void free(void *);
struct n {
  U v;
  struct n *next;
};
void f(U x) {
  struct n *l = 0;
  for (U i = 0; i < (x & 15); i++) {
    struct n *e = malloc(sizeof *e);
    if (!e) return;
    e->v = i & 3;
    e->next = l;
    l = e;
  }
  struct n *c = l;
  while (c && c->next) {
    if (c->next->v == (x & 3)) {
      struct n *d = c->next;
      c->next = d->next;
      free(d);
    } else {
      c = c->next;
    }
  }
}
