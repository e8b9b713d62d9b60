#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { assert(0); }
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
    else { state = (state == 1 ? 1 : 2); }
    if (state == 2) break;
  }
  if (state == 1) __VERIFIER_assert(count >= 1 && count <= 6 && count != 4);
}
