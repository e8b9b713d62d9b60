// Only the third node that is made has another value.
// flags: --check +leak
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  int made = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    made = made < 3 ? made + 1 : 4;
    n->value = made == 3 ? 2 : 1;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1); // bug: assertion-failure
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
