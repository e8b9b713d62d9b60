// What a search finds has the value that was looked for.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *find(struct node *p, int value) {
  while (p && p->value != value)
    p = p->next;
  return p;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  struct node *found = find(head, 7);
  if (found)
    assert(found->value == 7);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
