// Values alternate, and one after the other is not the same.
// flags: --check +leak
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  int value = 1;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    value = 3 - value;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p && p->next; p = p->next)
    assert(p->value == p->next->value); // bug: assertion-failure
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
