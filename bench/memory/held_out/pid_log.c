// A controller with a ring of samples that is made once.
// memory: control => heap
#include <stdlib.h>
static int *ring;
static unsigned at;
static void note(int v) {
  if (!ring) ring = calloc(16, sizeof *ring);
  if (ring) ring[at++ % 16] = v;
}
int control(const signed char e[10]) {
  int integral = 0, before = 0, out = 0;
  for (int i = 0; i < 10; i++) {
    integral += e[i];
    out = 3 * e[i] + integral / 4 + (e[i] - before);
    before = e[i];
    if (out > 100 || out < -100) note(out);
  }
  free(ring);
  ring = 0;
  return out;
}
