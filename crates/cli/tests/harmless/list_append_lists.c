// One list is hung behind another one.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *build(int value) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    head = n;
  }
  return head;
}
int main(void) {
  struct node *head = build(1), *rest = build(2);
  if (!head) {
    head = rest;
  } else {
    struct node *p = head;
    while (p->next)
      p = p->next;
    p->next = rest;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->value >= 1 && p->value <= 2);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
