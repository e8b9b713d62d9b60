extern char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "insert_and_find-1.c", 1, "reach_error"); }
// A search tree without balance: what went in is found.
struct tree { int key; struct tree *left, *right; };
static struct tree nodes[5];
static int used;
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = &nodes[used++];
    t->key = key;
    t->left = t->right = 0;
  } else if (key < t->key) t->left = insert(t->left, key);
  else if (key > t->key) t->right = insert(t->right, key);
  return t;
}
static int contains(const struct tree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != 0;
}
int main(void) {
  struct tree *t = 0;
  int keys[4];
  for (int i = 0; i < 4; i++) {
    keys[i] = __VERIFIER_nondet_char();
    t = insert(t, keys[i]);
  }
  for (int i = 0; i < 4; i++)
    if (!contains(t, keys[i])) reach_error();
  return 0;
}
