// time: terminates
// because: twice is n again
void f(unsigned n) {
  unsigned x = n;
  int k = 0;
  do {
    x = __builtin_bswap32(x);
    k++;
  } while (x != n || k < 2);
}
