// With what is given there is nothing else.
// expect: proved
// flags: --closed
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("a.txt", "r");
  assert(f == 0);
  return 0;
}
