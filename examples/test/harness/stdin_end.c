// After the last byte there is the end of the file.
// flags: --stdin 2
// expect: proved
#include <everypath.h>
#include <stdio.h>

int main(void) {
  getchar();
  getchar();
  ep_assert(getchar() == EOF);
  return 0;
}
