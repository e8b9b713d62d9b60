// Doubly linked: the way back leads to where one was.
// flags: --check +leak
// expect: proved
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
  for (struct node *p = head; p; p = p->next) {
    assert(p->value == 1);
    if (p->next)
      assert(p->next->prev == p);
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
