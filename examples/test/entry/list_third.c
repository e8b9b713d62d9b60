// A list is made node by node, as far as the function looks at it.
// flags: --entry sum
// expect: violated
#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
int sum(const struct node *head) {
  int total = 0;
  for (const struct node *n = head; n; n = n->next) {
    if (n->value < 0 || n->value > 100)
      return -1;
    total += n->value;
  }
  if (total == 300)
    __builtin_abort(); // bug: abort
  return total;
}
