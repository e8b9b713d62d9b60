// A list of nodes that are all the same local.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct node n = {i, head};
    head = &n;
    for (struct node *p = head; p && sum < 100; p = p->next)
      sum += p->v; // bug: use-after-return
  }
  return sum;
}
