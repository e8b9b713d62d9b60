// memmove may overlap, neighbours do not, and a structure may be its own copy.
// expect: proved
#include <everypath.h>
#include <string.h>

struct pair {
  int a, b;
};

static void assign(struct pair *to, struct pair *from) { *to = *from; }

int main(void) {
  char text[16] = "0123456789abcde";
  unsigned n;
  struct pair p = {1, 2};
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 8);
  memmove(text + 4, text, n);
  memcpy(text + 8, text, n);
  assign(&p, &p);
  return p.a == 1 ? 0 : 1;
}
