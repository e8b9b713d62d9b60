// time: forever
// because: n == 3: both lead to one counter
void f(unsigned char n) {
  unsigned char a = 5, b = 7;
  unsigned char *t[2] = {&a, n == 3 ? &a : &b};
  while (a) {
    --*t[0];
    ++*t[1];
  }
}
