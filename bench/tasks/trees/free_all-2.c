#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct tree { struct tree *left, *right; };
static struct tree *grow(int depth) {
  if (depth == 0) return 0;
  struct tree *t = malloc(sizeof *t);
  t->left = grow(depth - 1);
  t->right = __VERIFIER_nondet_bool() ? grow(depth - 1) : 0;
  return t;
}
static void drop(struct tree *t) {
  if (!t) return;
  drop(t->left);
  free(t);
  drop(t->right);
}
int main(void) {
  drop(grow(3));
  return 0;
}
