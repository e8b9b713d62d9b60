extern char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "rotate-1.c", 1, "reach_error"); }
// A rotation keeps the order of the keys.
struct tree { int key; struct tree *left, *right; };
static int ordered(const struct tree *t, int low, int high) {
  if (!t) return 1;
  return low <= t->key && t->key <= high && ordered(t->left, low, t->key) &&
         ordered(t->right, t->key, high);
}
int main(void) {
  struct tree a = {0, 0, 0}, b = {0, 0, 0}, c = {0, 0, 0};
  a.key = __VERIFIER_nondet_char();
  b.key = __VERIFIER_nondet_char();
  c.key = __VERIFIER_nondet_char();
  if (!(a.key <= b.key && b.key <= c.key)) return 0;
  b.left = &a;
  struct tree *root = &b;
  b.right = &c;
  struct tree *up = root->right;
  root->right = up->left;
  up->left = root;
  if (!ordered(up, -128, 127)) reach_error();
  return 0;
}
