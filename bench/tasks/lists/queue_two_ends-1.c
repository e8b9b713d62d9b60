#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
struct node { int value; struct node *next; };
int main(void) {
  struct node pool[4];
  struct node *first = 0, *last = 0;
  int in = 0, out = 0;
  for (int i = 0; i < 4; i++) {
    pool[i].value = in++;
    pool[i].next = 0;
    if (last) last->next = &pool[i];
    else first = &pool[i];
    last = &pool[i];
    if (__VERIFIER_nondet_bool()) {
      __VERIFIER_assert(first->value == out++);
      first = first->next;
      if (!first) last = 0;
    }
  }
}
