// time: forever
// because: a + 1 > a in int
void f(unsigned char a) {
  while (a + 1 > a) a++;
}
