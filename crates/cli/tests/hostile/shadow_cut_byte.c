// One byte of four was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); unsigned x = 0; unsigned char u;
  for (int i = 0; i < n; i++)
    if (i == 5) ((unsigned char *)&x)[2] = u;
  if (x & 0x10000) return 1; // bug: uninitialised-read
  return 0;
}
