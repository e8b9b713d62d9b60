extern unsigned __VERIFIER_nondet_uint(void);
// Two pointers that meet in the middle.
int main(void) {
  unsigned i = 0, j = __VERIFIER_nondet_uint() % 100000;
  while (i != j) { i++; j--; }
  return 0;
}
