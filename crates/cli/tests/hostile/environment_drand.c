// drand48 is in [0, 1).
// expect-unconfirmed: a native run has its own numbers
// expect: violated
#include <stdlib.h>
#include <assert.h>
int main(void) { double d = drand48(); assert(d >= 0 && d < 1); assert(d < 0.9999); } // bug: assertion-failure
