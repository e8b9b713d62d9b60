// All but the last node are freed.
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
  while (head && head->next) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
