// time: terminates
// because: two links a round where there are two
struct n { struct n *next; int v; };
void f(struct n *p) {
  while (p) {
    p = p->next;
    if (p) p = p->next;
  }
}
