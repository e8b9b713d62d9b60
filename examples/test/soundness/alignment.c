// How a local is aligned beyond its type depends on the machine: no proof.
// expect: unknown
#include <assert.h>
#include <stdint.h>

int main(void) {
  char c = 0, d = 1;
  assert(((uintptr_t)&c & 7) == 0 || ((uintptr_t)&d & 7) == 0);
  return c;
}
