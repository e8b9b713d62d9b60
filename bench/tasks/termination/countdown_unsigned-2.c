extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 0xffff;
  unsigned sum = 0;
  for (unsigned i = n; i >= 0; i--) sum += i;
  return sum & 1;
}
