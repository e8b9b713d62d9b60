// time: terminates
// because: undefined behaviour is no argument, and none is needed
void f(unsigned char n) {
  while (n) {
    if (n > 200) n = 200;
    n--;
  }
}
