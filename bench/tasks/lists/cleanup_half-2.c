#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
// A list is freed node by node.
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  for (unsigned n = __VERIFIER_nondet_uchar() % 6; n > 0; n--) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = list;
    list = fresh;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next ? next->next : 0;
  }
  return 0;
}
