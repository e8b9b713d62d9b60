// Each node owns a block of its own, or none.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int *data; struct item *next; };
int main(void) {
  struct item *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->data = 0;
    if (__VERIFIER_nondet_int()) {
      n->data = malloc(sizeof *n->data);
      *n->data = 5;
    }
    n->next = head;
    head = n;
  }
  while (head) {
    struct item *next = head->next;
    if (head->data) {
      assert(*head->data == 5);
      free(head->data);
    }
    free(head);
    head = next;
  }
  return 0;
}
