// time: terminates
// because: n falls by two where it is odd
void f(unsigned char n) {
  while (n-- && n--)
    ;
}
