// The list has a node that is a local of a function that returned.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *first(void) {
  struct node local = {1, 0};
  struct node *p = &local;
  return p;
}
int main(void) {
  struct node *head = first();
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1); // bug: use-after-return
  return 0;
}
