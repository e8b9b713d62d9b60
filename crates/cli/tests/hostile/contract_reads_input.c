// The body reads standard input: its content is not fixed by the contract.
// expect: violated
#include <everypath.h>
#include <stdio.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int f(void) { ep_ensures(ep_result(int) >= -1); return getchar(); }
int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) assert(f() != 'q'); } // bug: assertion-failure
