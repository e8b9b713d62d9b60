// time: forever
// because: the last element leads to the first
struct n { struct n *next; };
void f(struct n *p) {
  struct n *q = p;
  while (q->next) q = q->next;
  q->next = p;
  while (p) p = p->next;
}
