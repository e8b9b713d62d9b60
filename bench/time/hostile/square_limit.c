// time: terminates
// because: i * i wraps at 65536 and comes below n again
void f(unsigned char n) {
  for (unsigned i = 0; i * i < n; i++)
    ;
}
