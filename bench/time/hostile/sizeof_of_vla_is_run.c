// time: terminates
// because: the size of a variable type is
void f(unsigned char n) {
  while (n) (void)sizeof(char[n--]);
}
