// time: terminates
// because: what an element says has no end of its own
struct n { struct n *next; unsigned char v; };
void f(struct n *p) {
  while (p) {
    for (unsigned char i = p->v; i; i--)
      ;
    p = p->next;
  }
}
