// time: forever
// because: the end of p leads to q, the end of q to p
struct n { struct n *next; };
void f(struct n *p, struct n *q) {
  struct n *t = p;
  while (t->next) t = t->next;
  t->next = q;
  while (q->next) q = q->next;
  q->next = p;
  while (p) p = p->next;
}
