// time: terminates
// flags: --may-be-null
// because: no round for null
struct n { struct n *next; };
void f(struct n *p) {
  while (p) p = p->next;
}
