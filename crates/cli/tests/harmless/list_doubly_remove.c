// A node is taken out of the middle of a doubly linked list.
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
  struct node *p = head;
  while (p && __VERIFIER_nondet_int())
    p = p->next;
  if (p) {
    if (p->prev)
      p->prev->next = p->next;
    else
      head = p->next;
    if (p->next)
      p->next->prev = p->prev;
    free(p);
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
