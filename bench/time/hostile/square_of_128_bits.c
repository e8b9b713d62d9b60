// time: terminates
// because: 128 rounds at most
void f(unsigned long a) {
  unsigned __int128 x = a;
  x *= x;
  while (x) x >>= 1;
}
