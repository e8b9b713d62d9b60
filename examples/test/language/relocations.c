// Global initialisers that hold addresses, of objects that come later too.
// expect: proved
#include <everypath.h>

struct node {
  int value;
  const struct node *next;
};
extern const struct node third;
static const struct node second = {2, &third};
static const struct node first = {1, &second};
const struct node third = {3, 0};
static int data[4] = {10, 20, 30, 40};
static int *const inside = &data[2];
static const char *const words[] = {"zero", "one", "two"};

int main(void) {
  unsigned i;
  ep_symbolic(&i, sizeof i, "i");
  int sum = 0;
  for (const struct node *n = &first; n; n = n->next)
    sum += n->value;
  ep_assert(sum == 6);
  ep_assert(inside[-1] == 20 && inside[1] == 40);
  ep_assert(words[i % 3][1] == 'e' || i % 3);
  return 0;
}
