// time: terminates
// because: nobody else has it
void f(unsigned char n) {
  _Atomic unsigned char a = n;
  while (a) a--;
}
