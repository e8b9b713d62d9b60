// time: terminates
// because: continue of do goes to the test
void f(unsigned char n) {
  do {
    if (n & 1) continue;
  } while (--n > 0 && n < 250);
}
