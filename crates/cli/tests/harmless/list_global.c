// The head is a global variable, the nodes are zeroed.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *head;
static void push(void) {
  struct node *n = calloc(1, sizeof *n);
  n->next = head;
  head = n;
}
static int pop(void) {
  struct node *n = head;
  int value = n->value;
  head = n->next;
  free(n);
  return value;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push();
    else if (head)
      assert(pop() == 0);
  }
  while (head)
    pop();
  return 0;
}
