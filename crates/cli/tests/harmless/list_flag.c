// Which value all nodes have is an input.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  int flag = __VERIFIER_nondet_int() != 0;
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = flag ? 1 : 2;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->value == (flag ? 1 : 2));
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
