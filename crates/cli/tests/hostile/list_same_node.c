// Two pointers may lead to the same node.
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
  struct node *p = head, *q = head;
  while (p && __VERIFIER_nondet_int())
    p = p->next;
  while (q && __VERIFIER_nondet_int())
    q = q->next;
  if (p && q) {
    p->value = 1;
    q->value = 2;
    assert(p->value == 1); // bug: assertion-failure
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
