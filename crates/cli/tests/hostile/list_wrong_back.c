// A node that is inserted is not known to the one behind it.
// flags: --check +leak
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *prev, *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->prev = 0;
    n->next = head;
    if (head && n->value != 1)
      head->prev = n;
    head = n;
  }
  for (struct node *p = head; p && p->next; p = p->next)
    assert(p->next->prev == p); // bug: assertion-failure
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
