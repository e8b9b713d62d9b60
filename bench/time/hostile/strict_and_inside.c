// time: terminates
// flags: --strict
// because: the index stays below 8
void f(unsigned char n) {
  unsigned char a[8] = {0};
  for (unsigned i = 0; i < 8; i++) a[i] = n;
}
