#include <assert.h>
#include <stdlib.h>
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
struct node { int value; struct node *next; };
int main(void) {
  struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
  struct node *head = &a, *done = 0;
  while (head) {
    struct node *next = head->next;
    head->next = done;
    done = head;
    head = next;
  }
  int k = 0;
  for (struct node *p = done; p; p = p->next) k = 10 * k + p->value;
  __VERIFIER_assert(k == 321);
}
