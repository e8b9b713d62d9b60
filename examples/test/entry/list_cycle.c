// Freeing a list that leads back into itself: only with --may-alias.
// flags: --entry release --may-alias --pointer-depth 2
// expect: violated
#include <stdlib.h>
struct node {
  struct node *next;
  char name[4];
};
void release(struct node *n) {
  while (n) {
    struct node *next = n->next; // bug: use-after-free
    free(n);
    n = next;
  }
}
