// time: terminates
// because: Euclid by swaps
void f(unsigned char a, unsigned char b) {
  while (b) {
    if (a < b) { unsigned char t = a; a = b; b = t; }
    else a -= b;
  }
}
