// time: forever
// because: the first one is put in behind the second one, for ever
struct n { struct n *next; int v; };
void f(struct n *p) {
  while (p && p->next) {
    struct n *q = p->next;
    p->next = q->next;
    q->next = p;
    p = q;
  }
}
