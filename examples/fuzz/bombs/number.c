// Obstacle: a decimal number.
// seed: 123
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) return 0;
  long v = strtol(line, NULL, 10);
  if (v == 90210) abort(); // bug: abort
  return 0;
}
