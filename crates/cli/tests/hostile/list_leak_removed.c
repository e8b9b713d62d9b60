// A node that is taken out is not freed.
// flags: --check +leak
// expect-unconfirmed: the stack still holds an address of the block
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n); // bug: leak
    n->value = 1;
    n->next = head;
    head = n;
  }
  if (head && head->next)
    head->next = head->next->next;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
