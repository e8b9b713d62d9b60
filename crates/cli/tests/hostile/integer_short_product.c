// A product of unsigned shorts is one of ints.
// expect: violated
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) { unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort(); unsigned r = a * b; return r == 7; } // bug: signed-overflow
