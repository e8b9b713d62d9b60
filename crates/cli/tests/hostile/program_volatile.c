// A volatile variable is read as often as the program says.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static volatile unsigned port;
static unsigned next(void) { port = port * 5 + 1; return port; }
int main(void) {
  port = __VERIFIER_nondet_uint() % 16;
  unsigned a = next(), b = next();
  assert(a != b || a > 100); 
  assert(next() % 7); // bug: assertion-failure
}
