// One character is a byte or the end.
// expect: proved
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(c == EOF || (c >= 0 && c < 256));
  if (c == EOF)
    assert(getchar() == EOF);
  return 0;
}
