// time: terminates
// because: each round goes on or takes one out
struct n { struct n *next; int v; };
void f(struct n *p) {
  struct n **pp = &p;
  while (*pp) {
    if ((*pp)->v & 1) *pp = (*pp)->next;
    else pp = &(*pp)->next;
  }
}
