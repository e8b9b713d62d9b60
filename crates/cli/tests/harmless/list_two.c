// Two lists with values of their own.
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
static void walk(struct node *p, int value) {
  while (p) {
    struct node *next = p->next;
    assert(p->value == value);
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *ones = build(1), *twos = build(2);
  walk(ones, 1);
  walk(twos, 2);
  return 0;
}
