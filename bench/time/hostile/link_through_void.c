// time: forever
// because: the callee makes a ring through a pointer to anything
struct n { struct n *next; };
static void set(void *to, void *what) { *(void **)to = what; }
void f(struct n *p) {
  set(p, p);
  while (p) p = p->next;
}
