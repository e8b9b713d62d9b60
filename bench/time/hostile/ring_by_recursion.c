// time: forever
// because: the deepest call makes the ring
struct n { struct n *next; };
static void close(struct n *p, struct n *first) {
  if (p->next) close(p->next, first);
  else p->next = first;
}
void f(struct n *p) {
  close(p, p);
  while (p) p = p->next;
}
