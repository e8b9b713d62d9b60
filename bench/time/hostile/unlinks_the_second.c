// time: terminates
// because: one element less in each round
struct n { struct n *next; };
void f(struct n *p) {
  while (p && p->next) p->next = p->next->next;
}
