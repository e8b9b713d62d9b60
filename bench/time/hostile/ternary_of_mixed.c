// time: terminates
// because: the type of both arms is unsigned
void f(int x, unsigned char c) {
  long l = c ? x : 0u;
  while (l > 2147483647l) l -= 1 << 20;
}
