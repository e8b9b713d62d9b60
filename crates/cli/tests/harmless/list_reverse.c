// Reversed in place.
// flags: --check +leak
// expect: proved
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
  struct node *back = 0;
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  head = back;
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
