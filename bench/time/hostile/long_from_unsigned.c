// time: terminates
// because: -x of an unsigned x is positive as a long
void f(unsigned x) {
  long l = -x;
  while (l > 0) l -= 65536;
}
