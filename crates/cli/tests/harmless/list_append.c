// Each node is appended by a walk to the end.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static void append(struct node **head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = 0;
  while (*head)
    head = &(*head)->next;
  *head = n;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int())
    append(&head, 1);
  for (struct node *p = head; p; p = p->next)
    assert(p->value == 1);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
