// After a removal the way back leads to a freed node.
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
    if (head)
      head->prev = n;
    head = n;
  }
  if (head && head->next) {
    struct node *n = head->next;
    head->next = n->next;
    free(n);
    if (head->next && head->next->prev->value == 1) // bug: use-after-free
      return 0;
  }
  return 0;
}
