// A search tree of two levels; the check forgets what lies above a node.
// flags: --entry find_wrong --pointer-depth 3
// expect: violated
struct tree {
  struct tree *left, *right;
  signed char key;
};
static int ordered(const struct tree *t) {
  if (!t)
    return 1;
  if (t->left && t->left->key >= t->key)
    return 0;
  if (t->right && t->right->key <= t->key)
    return 0;
  return ordered(t->left) && ordered(t->right);
}
int find_wrong(const struct tree *t) {
  if (!t->left || !t->left->right || t->left->left || t->right)
    return 0;
  if (ordered(t) && t->left->right->key > t->key)
    __builtin_abort(); // bug: abort
  return 1;
}
