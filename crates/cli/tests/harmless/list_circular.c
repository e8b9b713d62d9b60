// A circle is walked once around and freed.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->value = 1;
  head->next = head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = head->next;
    head->next = n;
  }
  struct node *p = head;
  do {
    assert(p->value == 1);
    p = p->next;
  } while (p != head);
  p = head->next;
  while (p != head) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  free(head);
  return 0;
}
