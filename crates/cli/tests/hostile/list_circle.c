// The list closes into a circle: it is freed and used.
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
  if (head && head->next && !head->next->next)
    head->next->next = head;
  while (head) {
    struct node *next = head->next; // bug: use-after-free
    free(head);
    head = next;
  }
  return 0;
}
