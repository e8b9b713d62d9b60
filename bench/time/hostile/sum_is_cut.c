// time: terminates
// because: 256 - a - b rounds
void f(unsigned char a, unsigned char b) {
  while ((unsigned char)(a + b)) a++;
}
