// The last node is read when all are freed.
// flags: --check +leak
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = 0;
    if (last)
      last->next = n;
    else
      head = n;
    last = n;
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  if (last)
    return last->value; // bug: use-after-free
  return 0;
}
