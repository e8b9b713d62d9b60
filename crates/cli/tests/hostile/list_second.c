// A list of one node has no second one.
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
  if (head)
    assert(head->next->value == 1); // bug: null-dereference
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
