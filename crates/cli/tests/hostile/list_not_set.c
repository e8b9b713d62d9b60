// The value of the first node was never set.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->value != 1) // bug: uninitialised-read
      return 1;
  return 0;
}
