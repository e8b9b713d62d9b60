// The links lie inside of the nodes, as in Linux.
// flags: --check +leak
// expect: proved
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next; };
struct item { int value; struct link link; };
int main(void) {
  struct link *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->value = 1;
    n->link.next = head;
    head = &n->link;
  }
  while (head) {
    struct item *n = (struct item *)((char *)head - offsetof(struct item, link));
    assert(n->value == 1);
    head = head->next;
    free(n);
  }
  return 0;
}
