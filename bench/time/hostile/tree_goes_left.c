// time: terminates
// because: a tree has no ring
struct t { struct t *l, *r; };
void f(struct t *t) {
  while (t) t = t->l ? t->l : t->r;
}
