// Near miss of list_cycle.c: without sharing the list is a list. Lists that
// are longer than the depth were left out, so this is no proof.
// flags: --entry release
// expect: unknown
#include <stdlib.h>
struct node {
  struct node *next;
  char name[4];
};
void release(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}
