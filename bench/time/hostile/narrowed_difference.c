// time: forever
// because: 256 apart are the same byte for the step, not for the test
void f(unsigned short a, unsigned short b) {
  while (a != b) {
    unsigned char d = a - b;
    if (d) a--;
  }
}
