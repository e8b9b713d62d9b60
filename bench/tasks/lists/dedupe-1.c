#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
// Takes neighbours with the same value out of a list.
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_bool();
    fresh->next = list;
    list = fresh;
  }
  for (struct node *p = list; p && p->next;) {
    struct node *q = p->next;
    if (p->value == q->value) {
      p->next = q->next;
      free(q);
    } else p = q;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
