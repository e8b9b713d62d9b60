// A line that fills the buffer, and no end.
// expect: violated
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[5];
  if (!fgets(b, sizeof b, stdin))
    return 0;
  b[strcspn(b, "\n") + 1] = 0; // bug: out-of-bounds-write
  return 0;
}
