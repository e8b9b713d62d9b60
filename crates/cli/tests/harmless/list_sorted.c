// Six insertions into a sorted list: 720 orders, each its own shape.
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 6; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->value = __VERIFIER_nondet_int();
    struct node **p = &head;
    while (*p && (*p)->value < n->value)
      p = &(*p)->next;
    n->next = *p;
    *p = n;
  }
  for (struct node *p = head; p && p->next; p = p->next)
    assert(p->value <= p->next->value);
  return 0;
}
