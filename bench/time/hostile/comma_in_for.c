// time: terminates
// because: both move
void f(unsigned char n) {
  for (unsigned char i = 0, j = n; i < j; i++, j--)
    ;
}
