// A jump into a block: its local has no value.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) { static void *to[] = { &&in, &&out }; int *p; goto *to[__VERIFIER_nondet_int() & 1];
  { int x = 1; p = &x; in: p = &x; if (*p) return 1; } // bug: uninitialised-read
out: return 0; }
