// time: terminates
// because: n & 31 keeps it below 32
void f(unsigned n) {
  unsigned x = 1;
  unsigned k = 0;
  while (x << (k & 31)) {
    k++;
    if (k > 40) break;
  }
}
