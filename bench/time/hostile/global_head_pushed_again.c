// time: forever
// because: n > 0: what is taken is put back
struct n { struct n *next; };
static struct n *head, node[2];
static int pop(unsigned char n) {
  struct n *t = head;
  if (!t) return 0;
  head = t->next;
  if (n > 0) {
    t->next = head;
    head = t;
  }
  return 1;
}
void f(unsigned char n) {
  node[0].next = &node[1];
  node[1].next = 0;
  head = node;
  while (pop(n))
    ;
}
