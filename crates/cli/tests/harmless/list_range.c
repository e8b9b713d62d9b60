// Values between 0 and 9 stay there.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 9)
      continue;
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = head;
    head = n;
  }
  int count[10] = {0};
  for (struct node *p = head; p; p = p->next) {
    assert(0 <= p->value && p->value <= 9);
    assert(100 / (p->value + 1) >= 10);
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return count[0];
}
