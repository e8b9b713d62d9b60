// Compound literals that are used in their block, and one of a loop's header.
// expect: proved
#include <stdlib.h>
struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; }
int main(void) {
  int s = 0;
  for (int *p = (int[]){0, 3}; p[0] < p[1]; p[0]++) {
    struct pair *q = &(struct pair){p[0], 1};
    q->b++;
    s += sum(q) + sum(&(struct pair){1, 1});
  }
  if (s != 15)
    abort();
  return 0;
}
