// A node is larger by a byte than its block.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n - 1);
    n->value = 1;
    n->next = head; // bug: out-of-bounds-write
    head = n;
  }
  return 0;
}
