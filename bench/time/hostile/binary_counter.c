// time: terminates
// because: flips are less than twice the steps
void f(unsigned char n) {
  unsigned char bit[8] = {0};
  for (unsigned i = 0; i < n; i++) {
    unsigned k = 0;
    while (k < 8 && bit[k]) bit[k++] = 0;
    if (k < 8) bit[k] = 1;
  }
}
