#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
struct node { int value; struct node *next; };
int main(void) {
  struct node c = {30, 0}, b = {20, &c}, a = {10, &b};
  struct node x = {0, 0};
  x.value = __VERIFIER_nondet_int();
  assume_abort_if_not(x.value > 10 && x.value < 50);
  struct node *p = &a;
  while (p->next && p->next->value < x.value) p = p->next;
  x.next = p->next;
  p->next = &x;
  for (p = &a; p->next; p = p->next) __VERIFIER_assert(p->value <= p->next->value);
}
