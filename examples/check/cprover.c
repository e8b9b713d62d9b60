// The habits of CBMC: an invariant between the head of a loop and its body,
// and questions about memory.
// expect: proved
#include <everypath.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __CPROVER_assume(n <= 1000000);
  unsigned i = 0, s = 0;
  while (i < n) __CPROVER_loop_invariant(s == 2 * i && i <= n) {
    s += 2;
    i++;
  }
  __CPROVER_assert(s == 2 * n, "twice");
  char buffer[8] = {0};
  unsigned k = __VERIFIER_nondet_uint();
  __CPROVER_assert(__CPROVER_r_ok(buffer, 8), "all of it");
  __CPROVER_assert(!__CPROVER_r_ok(buffer, 9), "and no more");
  if (k <= 8) {
    __CPROVER_assert(__CPROVER_w_ok(buffer + k, 8 - k), "the rest");
  } else if (k <= 100) {
    __CPROVER_assert(!__CPROVER_w_ok(buffer + k, 1), "beyond");
  }
  __CPROVER_assert(__CPROVER_r_ok("text", 5), "a literal can be read");
  __CPROVER_assert(!__CPROVER_w_ok("text", 1), "but not written");
  __CPROVER_assert(!__CPROVER_r_ok((void *)0, 1), "null");
  return buffer[k % 8];
}
