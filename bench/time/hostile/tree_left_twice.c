// time: terminates
// because: exponential in the depth, not linear in the size
struct t { struct t *l, *r; };
static void walk(struct t *t) {
  if (!t) return;
  walk(t->l);
  walk(t->l);
}
void f(struct t *t) { walk(t); }
