// time: terminates
// because: what is cut of q is cut of p too
struct n { struct n *next; };
void f(struct n *p, struct n *q) {
  struct n *t = p, *h = q;
  while (t->next) t = t->next;
  t->next = q;
  while (q->next) q = q->next;
  h->next = 0;
  while (p) p = p->next;
}
