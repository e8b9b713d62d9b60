// Reversing loses the first node.
// flags: --check +leak
// expect-unconfirmed: the stack still holds an address of the block
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n); // bug: leak
    n->value = 1;
    n->next = head;
    head = n;
  }
  struct node *back = 0;
  if (head)
    head = head->next;
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  while (back) {
    struct node *next = back->next;
    free(back);
    back = next;
  }
  return 0;
}
