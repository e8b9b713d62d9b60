// time: forever
// because: the operand of sizeof is not executed: n > 0
void f(unsigned char n) {
  while (n) (void)sizeof(n--);
}
