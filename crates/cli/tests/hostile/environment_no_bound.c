// An input that is longer than any small bound.
// expect: violated
#include <stdio.h>
int main(void) {
  char b[12];
  int n = 0, c;
  while ((c = getchar()) != EOF && c != '\n')
    b[n++] = (char)c; // bug: out-of-bounds-write
  return n > 0 && b[0] == 'a';
}
