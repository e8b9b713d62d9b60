// Obstacle: a keyword compared by the C library.
// seed: AAAAAAAAAAAA
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) return 0;
  line[strcspn(line, "\n")] = 0;
  assert(strcmp(line, "open sesame") != 0); // bug: assertion-failure
  return 0;
}
