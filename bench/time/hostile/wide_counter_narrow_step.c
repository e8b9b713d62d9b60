// time: terminates
// because: the step is at least 1
void f(unsigned n, unsigned char k) {
  unsigned i = 0;
  if (n > 100000) return;
  while (i < n) i += (unsigned char)(k | 1);
}
