// time: terminates
// because: a new array in each round
void f(unsigned char n) {
  for (unsigned char i = 1; i < (n & 15); i++) {
    unsigned char a[i];
    a[0] = i;
    a[i - 1] = 1;
    if (a[0] == 0) i = 0;
  }
}
