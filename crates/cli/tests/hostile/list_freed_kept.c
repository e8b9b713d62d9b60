// A node is freed and stays in the list.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head;
    head = n;
  }
  struct node *p = head;
  while (p && __VERIFIER_nondet_int())
    p = p->next;
  if (p && p != head)
    free(p);
  for (p = head; p; p = p->next)
    assert(p->value == 1); // bug: use-after-free
  return 0;
}
