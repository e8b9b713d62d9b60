// Set in each case, used behind: right.
// expect: proved
extern int __VERIFIER_nondet_int(void);
int main(void) { int r = 0; for (int i = 0; i < 3; i++) switch (__VERIFIER_nondet_int()) { int x; int *p; case 0: x = 1; p = &x; r += *p; break; case 1: x = 2; /* fall */ default: x = 3; p = &x; r += *p; } return r > 9 ? *(int *)0 : 0; }
