// Memory of any content is initialised.
// expect: proved
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
  int v[2];
  __VERIFIER_nondet_memory(v, sizeof v);
  return v[1] == 3;
}
