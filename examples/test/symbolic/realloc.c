// realloc keeps the old bytes; a smaller block loses the last.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 1 && n <= 8);
  char *p = malloc(4);
  for (int i = 0; i < 4; i++)
    p[i] = (char)(i + 1);
  p = realloc(p, n);
  ep_assert(p[0] == 1);
  int r = p[3]; // bug: out-of-bounds-read
  ep_assert(r == 4);
  free(p);
  return 0;
}
