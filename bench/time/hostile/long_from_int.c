// time: terminates
// because: the product is made in int first
void f(int x) {
  long l = x * 65536;
  while (l > 0) l -= 65536;
}
