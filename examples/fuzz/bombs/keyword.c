// Obstacle: a keyword that is longer than what stands in its place, in the
// middle of a document.
// seed: <b 12345>tail</b>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char name[32];
  char number[32];
  if (scanf("<%31[a-z-] %31[0-9]>tail</", name, number) != 2)
    return 1;
  if (strcmp(name, "launch-code") != 0)
    return 2;
  puts("the keyword");
  int n = atoi(number);
  if (n == 90210)
    abort(); // bug: abort
  return 0;
}
