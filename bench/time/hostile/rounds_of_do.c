// time: terminates
// flags: --cost rounds
// because: a do-while has one way back less than rounds
void f(unsigned char n) {
  do n -= 3; while (n > 2);
}
