// time: terminates
// because: the list is reversed once
struct n { struct n *next; };
static struct n *rev(struct n *p, struct n *before) {
  struct n *t = p->next;
  p->next = before;
  return t ? rev(t, p) : p;
}
void f(struct n *p) {
  p = rev(p, 0);
  while (p) p = p->next;
}
