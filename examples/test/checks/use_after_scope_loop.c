// Each round of a loop has its own local; the last one's address is kept.
// expect: violated
#include <everypath.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n < 4);
  struct node *list = 0;
  for (unsigned i = 0; i < n; i++) {
    struct node here = {0, (int)i};
    here.next = list; // the field is written before the block ends
    list = &here;
  }
  return list ? list->value : 0; // bug: use-after-return
}
