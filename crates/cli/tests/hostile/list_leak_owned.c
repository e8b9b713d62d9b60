// What a node owns is not freed.
// flags: --check +leak
// expect: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int *data; struct item *next; };
int main(void) {
  struct item *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->data = malloc(sizeof *n->data); // bug: leak
    n->next = head;
    head = n;
  }
  while (head) {
    struct item *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
