// time: terminates
// because: q walks the list that p is in
struct n { struct n *next; int v; };
void f(struct n *p) {
  struct n *q = p;
  while (q->next) {
    q = q->next;
    q->v = 0;
  }
  while (p) p = p->next;
}
