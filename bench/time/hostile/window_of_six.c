// time: terminates
// because: i may pass the window 250..255 once, and comes to it from 0
void f(unsigned char n) {
  for (unsigned char i = n; i < 250; i += 7)
    ;
}
