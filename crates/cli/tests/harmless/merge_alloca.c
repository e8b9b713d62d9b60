// Memory of alloca in one of two states.
// expect: proved
extern int __VERIFIER_nondet_int(void);
int main(void) { char *p = 0; char b = 1; if (__VERIFIER_nondet_int()) { p = __builtin_alloca(16); p[0] = 1; } else p = &b; return p[0] - 1; }
