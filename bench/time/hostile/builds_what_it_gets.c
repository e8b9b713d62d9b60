// time: terminates
// because: malloc may fail: the list is shorter then
#include <stdlib.h>
struct n { struct n *next; };
void f(unsigned char n) {
  struct n *h = 0;
  while (n--) {
    struct n *t = malloc(sizeof *t);
    if (!t) continue;
    t->next = h;
    h = t;
  }
  while (h) {
    struct n *t = h->next;
    free(h);
    h = t;
  }
}
