// Of eight possible targets one is too short.
// expect: violated
#include <everypath.h>

static char a[8], b[8], c[7], d[8];

int main(void) {
  unsigned which;
  ep_symbolic(&which, sizeof which, "which");
  char *const table[] = {a, b, a, b, d, c, d, a};
  char *p = table[which & 7];
  p[7] = 1; // bug: out-of-bounds-write
  return 0;
}
