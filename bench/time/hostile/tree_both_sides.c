// time: terminates
// because: each node is called once, and each null
struct t { struct t *l, *r; };
static void walk(struct t *t) {
  if (!t) return;
  walk(t->l);
  walk(t->r);
}
void f(struct t *t) { walk(t); }
