// time: forever
// because: the link of the first is made its own address by bytes
#include <string.h>
struct n { struct n *next; int v; };
void f(struct n *p) {
  memcpy(p, &p, sizeof p);
  while (p) p = p->next;
}
