#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
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
  unsigned n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n <= 4);
  struct node *head = 0;
  for (unsigned i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    if (!p) return 0;
    p->value = 1;
    p->next = head;
    head = p;
  }
  unsigned sum = 0;
  for (struct node *p = head; p; p = p->next) sum += p->value;
  __VERIFIER_assert(sum == n);
}
