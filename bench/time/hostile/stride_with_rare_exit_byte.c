// time: terminates
// because: an even n comes by 100 and is made odd there
void f(unsigned char n) {
  while (n != 7) {
    n += 2;
    if (n == 100) n++;
  }
}
