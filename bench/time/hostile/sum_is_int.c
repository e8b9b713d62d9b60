// time: forever
// because: a + b is an int: both have to be 0 at once
void f(unsigned char a, unsigned char b) {
  while (a + b) {
    a++;
    b++;
  }
}
