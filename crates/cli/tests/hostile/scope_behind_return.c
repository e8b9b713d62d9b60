// Its block is left.
// expect-unconfirmed: the place is still there
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) { int z = 0, *p = &z; goto in; { int x; in: x = 4; p = &x; } return *p; } // bug: use-after-return
