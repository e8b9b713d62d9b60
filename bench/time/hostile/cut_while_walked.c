// time: terminates
// because: the walk has the next one before it is cut
struct n { struct n *next; };
void f(struct n *p) {
  while (p) {
    struct n *t = p->next;
    p->next = 0;
    p = t;
  }
}
