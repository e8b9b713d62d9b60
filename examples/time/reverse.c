struct node {
  struct node *next;
  int value;
};

/* Turns a list of any length around, in place. */
struct node *reverse(struct node *p) {
  struct node *done = 0;
  while (p) {
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  return done;
}
