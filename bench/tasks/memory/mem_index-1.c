extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = i;
  unsigned k = __VERIFIER_nondet_uint();
  return a[k & 7];
}
