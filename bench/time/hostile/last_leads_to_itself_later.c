// time: forever
// because: lists of two elements and more
struct n { struct n *next; };
void f(struct n *p) {
  struct n *q = p, *before = p;
  while (q->next) {
    before = q;
    q = q->next;
  }
  q->next = before;
  if (p == q) q->next = 0;
  while (p) p = p->next;
}
