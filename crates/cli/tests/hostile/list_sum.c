// The sum of values does not fit.
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
  int sum = 2147483645;
  for (struct node *p = head; p; p = p->next)
    sum += p->value; // bug: signed-overflow
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return sum == 0;
}
