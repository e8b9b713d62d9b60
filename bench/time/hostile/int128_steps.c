// time: terminates
// because: 2^70 in steps of 2^66
void f(unsigned char n) {
  __int128 x = (__int128)n << 66;
  while (x > 0) x -= (__int128)1 << 66;
}
