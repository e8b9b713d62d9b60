// time: terminates
// because: the new node is one of its own
#include <stdlib.h>
struct n { struct n *next; };
void f(struct n *p) {
  while (p) {
    struct n *t = p->next;
    struct n *fresh = malloc(sizeof *fresh);
    if (fresh) {
      fresh->next = t;
      p->next = fresh;
      p = fresh->next;
      free(fresh);
    } else
      p = t;
  }
}
