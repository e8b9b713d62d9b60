// POSIX says what comes after srand48.
// expect: proved
#include <stdlib.h>
#include <assert.h>
int main(void) { srand48(1); long a = lrand48(); srand48(1); assert(lrand48() == a); assert(a == 89400484); }
