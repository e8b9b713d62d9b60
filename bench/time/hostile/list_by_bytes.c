// time: terminates
// because: the copy of an element has its link
#include <string.h>
struct n { struct n *next; int v; };
void f(struct n *p) {
  struct n copy;
  while (p) {
    memcpy(&copy, p, sizeof copy);
    p = copy.next;
  }
}
