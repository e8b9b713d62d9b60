// A list whose last element points back.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct node { struct node *next; int n; };
int main(void) {
  struct node a = {0, 1}, b = {&a, 2}, c = {&b, 3};
  if (__VERIFIER_nondet_bool()) a.next = &c;
  int s = 0, steps = 0;
  for (struct node *p = &c; p && steps < 5; p = p->next, steps++) s += p->n;
  assert(s != 11); // bug: assertion-failure
}
