// time: terminates
// because: the place of each is looked for from the head
#include <stdlib.h>
struct n { struct n *next; unsigned char v; };
void f(unsigned char n) {
  struct n *head = 0;
  for (unsigned char i = 0; i < (n & 7); i++) {
    struct n *t = malloc(sizeof *t), **at = &head;
    if (!t) break;
    t->v = (unsigned char)(n * i);
    while (*at && (*at)->v < t->v) at = &(*at)->next;
    t->next = *at;
    *at = t;
  }
  for (; head; head = head->next)
    ;
}
