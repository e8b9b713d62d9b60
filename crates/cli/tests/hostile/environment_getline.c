// A line of any length.
// expect: violated
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = 0;
  size_t n = 0;
  ssize_t got = getline(&line, &n, stdin);
  assert(got < 3); // bug: assertion-failure
  free(line);
  return 0;
}
