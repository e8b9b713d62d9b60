extern unsigned char __VERIFIER_nondet_uchar(void);
// Prints the shape of a triangle, and counts its cells.
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), cells = 0;
  for (unsigned i = 0; i < n; i++) {
    for (unsigned j = 0; j <= i; j++) cells++;
  }
  return cells & 1;
}
