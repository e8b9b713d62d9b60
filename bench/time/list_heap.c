// time: terminates
// group: memory
// at most: 14
#include "suite.h"
void *malloc(unsigned long);
void free(void *);
struct n {
  struct n *next;
};
void f(U x) {
  struct n *l = 0;
  for (U i = 0; i < (x & 7); i++) {
    struct n *e = malloc(sizeof *e);
    if (!e) break;
    e->next = l;
    l = e;
  }
  while (l) {
    struct n *d = l;
    l = l->next;
    free(d);
  }
}
