// The inner loop is as long as the outer one has come.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned c = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      c++;
  assert(2 * c == n * n - n);
  return 0;
}
