// Nodes with the value 0 are taken out; the others are not 0.
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
    n->value = __VERIFIER_nondet_int() != 0;
    n->next = head;
    head = n;
  }
  struct node **at = &head;
  while (*at) {
    struct node *n = *at;
    if (n->value == 0) {
      *at = n->next;
      free(n);
    } else {
      at = &n->next;
    }
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
