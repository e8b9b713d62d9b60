// time: forever
// because: i * i in a byte is 0, 1, 4, … and never above 249
void f(unsigned char n) {
  for (unsigned char i = 0; (unsigned char)(i * i) < n; i++)
    ;
}
