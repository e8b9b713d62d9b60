// A filter reads to the end, however far it is.
// expect: proved
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c, lines = 0;
  while ((c = getchar()) != EOF) {
    assert(c >= 0 && c <= 255);
    lines = c == '\n';
  }
  assert(lines == 0 || lines == 1);
  return 0;
}
