// Obstacle: a multiplicative hash (FNV-1a) of three bytes.
// seed: zzzz
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 3; i++) {
    int c = getchar();
    if (c == EOF) return 0;
    h = (h ^ (unsigned)c) * 16777619u;
  }
  if (h == 0x1a47e90bu) abort(); // bug: abort ("abc")
  return 0;
}
