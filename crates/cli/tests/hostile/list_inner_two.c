// One value of one inner list differs.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct row { struct node *first; struct row *next; };
int main(void) {
  struct row *rows = 0;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    r->first = 0;
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      n->value = __VERIFIER_nondet_int() == 5 ? 2 : 1;
      n->next = 0;
      r->first = n;
    }
    r->next = rows;
    rows = r;
  }
  for (struct row *r = rows; r; r = r->next)
    for (struct node *n = r->first; n; n = n->next)
      assert(n->value == 1); // bug: assertion-failure
  return 0;
}
