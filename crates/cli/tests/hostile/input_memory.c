// The input is the content of memory.
// expect: violated
#include <assert.h>
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
struct s { char c; int i[3]; };
int main(void) {
  struct s v;
  __VERIFIER_nondet_memory(&v, sizeof v);
  assert(v.i[2] != 123456789 || v.c != 'x'); // bug: assertion-failure
  return 0;
}
