// The length of one of two strings.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <string.h>
#include <assert.h>
int main(void) { const char *p = "ab"; if (__VERIFIER_nondet_int()) p = "cd"; assert(strlen(p) == 2); return 0; }
