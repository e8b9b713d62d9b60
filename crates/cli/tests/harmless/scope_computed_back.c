// Back to a label in the same block keeps the local.
// expect: proved
#include <assert.h>
int main(void) { static void *to[] = { &&again, &&done }; int i = 0; { int s = 0; int *p = &s;
again: *p += i; i++; goto *to[i > 3];
done: assert(s == 6); } return 0; }
