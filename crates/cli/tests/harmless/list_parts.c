// First ones, then twos, at the end a 3: the shape is found again.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head), *p = head;
  while (__VERIFIER_nondet_int()) {
    p->value = 1;
    p->next = malloc(sizeof *p);
    p = p->next;
  }
  while (__VERIFIER_nondet_int()) {
    p->value = 2;
    p->next = malloc(sizeof *p);
    p = p->next;
  }
  p->value = 3;
  p->next = 0;
  p = head;
  while (p->value == 1)
    p = p->next;
  while (p->value == 2)
    p = p->next;
  assert(p->value == 3);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
