// time: terminates
// because: y counts only where x was left
void f(unsigned char x, unsigned char y) {
  while (x-- > 0 && y++ < 10)
    ;
}
