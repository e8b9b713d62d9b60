// time: terminates
// because: the second walk sees what the first has left
struct n { struct n *next; int v; };
void f(struct n *p, int k) {
  struct n *q = p;
  while (q) {
    struct n *t = q->next;
    if (t && k) q->next = t->next;
    q = t;
    k--;
  }
  while (p) p = p->next;
}
