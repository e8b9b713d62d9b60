// Two lists share their end, and both are freed.
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
  struct node *other = malloc(sizeof *other);
  other->value = 1;
  other->next = head;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  while (other) {
    struct node *next = other->next; // bug: use-after-free
    free(other);
    other = next;
  }
  return 0;
}
