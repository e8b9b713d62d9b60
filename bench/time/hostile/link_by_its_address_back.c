// time: forever
// because: an odd first element leads to itself
struct n { struct n *next; int v; };
void f(struct n *p) {
  struct n **pp = &p->next;
  if (p->v & 1) *pp = p;
  while (p) p = p->next;
}
