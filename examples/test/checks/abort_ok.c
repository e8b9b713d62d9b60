// A contradiction guards the abort; exit with a status is no violation.
// expect: proved
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  if (n % 6 == 3 && n % 2 == 0)
    abort();
  exit(n % 6 == 3);
}
