// time: terminates
// group: memory
#include "suite.h"
struct t {
  struct t *l, *r;
};
static int depth(struct t *t) {
  if (!t) return 0;
  int a = depth(t->l), b = depth(t->r);
  return 1 + (a > b ? a : b);
}
void f(U x) {
  struct t c = {0, 0}, b = {&c, 0}, a = {x & 1 ? &b : 0, 0};
  depth(&a);
}
