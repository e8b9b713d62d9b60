// time: terminates
// because: each round takes one or goes one on
struct n { struct n *next; int v; };
void f(struct n *p) {
  struct n **q = &p;
  while (*q) {
    if ((*q)->v == 0) *q = (*q)->next;
    else q = &(*q)->next;
  }
}
