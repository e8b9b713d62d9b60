// time: forever
// because: the first element leads to itself
struct n { struct n *next; };
void f(struct n *p) {
  struct n *q = p;
  while (q) {
    struct n *t = q->next;
    q->next = p;
    q = t;
  }
  while (p) p = p->next;
}
