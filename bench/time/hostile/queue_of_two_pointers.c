// time: terminates
// because: what goes in comes out
#include <stdlib.h>
struct n { struct n *next; unsigned char v; };
void f(unsigned char n) {
  struct n *head = 0, *tail = 0;
  for (unsigned char i = 0; i < (n & 15); i++) {
    struct n *t = malloc(sizeof *t);
    if (!t) break;
    t->next = 0;
    t->v = i;
    if (tail) tail->next = t;
    else head = t;
    tail = t;
  }
  while (head) {
    struct n *t = head;
    head = head->next;
    if (t->v == 7) head = 0;
    free(t);
  }
}
