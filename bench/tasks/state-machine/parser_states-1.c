#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "parser_states-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
// Accepts a*b and counts the letters.
int main(void) {
  unsigned char state = 0, count = 0;
  for (int i = 0; i < 6; i++) {
    char c = __VERIFIER_nondet_char();
    if (state == 0 && c == 'a') count++;
    else if (state == 0 && c == 'b') { state = 1; count++; }
    else { state = 2; }
    if (state == 2) break;
  }
  if (state == 1) __VERIFIER_assert(count >= 1 && count <= 6);
}
