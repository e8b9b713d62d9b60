// time: forever
// because: the right son of the root is made the root
struct t { struct t *l, *r; };
void f(struct t *t) {
  t->r = t;
  while (t) t = t->r;
}
