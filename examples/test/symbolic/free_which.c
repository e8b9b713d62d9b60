// Which of two blocks is freed depends on the input.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char which, read;
  ep_symbolic(&which, sizeof which, "which");
  ep_symbolic(&read, sizeof read, "read");
  char *p[2] = {calloc(1, 1), calloc(1, 1)};
  free(p[which & 1]);
  int r = *p[read & 1]; // bug: use-after-free
  free(p[~which & 1]);
  return r;
}
