// printf of a double as an int.
// expect: violated
// expect-unconfirmed: what is there
#include <stdio.h>
#include <assert.h>
int main(void) { char b[32]; sprintf(b, "%d", 1.0); assert(b[0] != '7'); return 0; } // bug: out-of-bounds-read
