// One node has another value.
// flags: --check +leak
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
  if (head && head->next)
    head->next->value = 2;
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1); // bug: assertion-failure
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
