// Three of four bytes must match.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  char in[4];
  int n = 0;
  ep_symbolic(in, sizeof in, "in");
  if (in[0] == 'b')
    n++;
  if (in[1] == 'a')
    n++;
  if (in[2] == 'd')
    n++;
  if (in[3] == '!')
    n++;
  if (n >= 3)
    abort(); // bug: abort
  return 0;
}
