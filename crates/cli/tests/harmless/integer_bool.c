// ++ on _Bool makes 1.
// expect: proved
#include <stdbool.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { bool b = __VERIFIER_nondet_int(); b++; assert(b); b += 255; assert(b); b--; assert(!b); b = 0.1; assert(b); }
