#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a);
  if (!a) return 0;
  struct node *b = malloc(sizeof *b);
  if (!b) { free(a); return 0; }
  a->next = b;
  b->next = 0;
  a->value = b->value = __VERIFIER_nondet_int();
  struct node *head = a;
  if (a->value > 5) {
    head = a;
    free(a);
  }
  int r = head->value;
  while (head) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
  return r == 3;
}
