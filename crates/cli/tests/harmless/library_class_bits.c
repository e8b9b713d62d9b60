// The bits of glibc's table, by macro and by function.
// expect: proved
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  assert(!(isdigit)(c) == !(c >= '0' && c <= '9'));
  int r = (isspace)(c);
  assert(r == 0 || r == 8192);
  assert(!isalnum(c) || isalpha(c) || isdigit(c));
  return 0;
}
