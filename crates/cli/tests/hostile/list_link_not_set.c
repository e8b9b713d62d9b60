// The link of the last node was never set.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head), *p = head;
  p->value = 1;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    p->value = 1;
  }
  for (p = head; p; p = p->next) // bug: uninitialised-read
    assert(p->value == 1);
  return 0;
}
