// A bit field is promoted to int.
// expect: proved
extern int __VERIFIER_nondet_int(void);
struct s { int a : 3; unsigned b : 5; int c : 31; };
int main(void) { struct s s = {0, 0, 0}; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; for (int i = 0; i < n; i++) { s.a++; s.b--; s.b <<= 1; } s.c = 0x3fffffff; s.c++; return s.a == 9; }
