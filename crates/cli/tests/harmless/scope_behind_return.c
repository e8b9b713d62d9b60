// A local behind a return that a jump leads to.
// expect: proved
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n) goto in; return 0; { int x; in: x = 4; int *p = &x; return *p == 4 ? 0 : *(int *)0; } }
