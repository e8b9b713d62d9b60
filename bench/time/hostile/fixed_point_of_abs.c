// time: terminates
// because: labs of the least is itself
void f(long n) {
  long m = n < 0 ? -n : n;
  unsigned k = 0;
  while (m < 0 && k < 5) {
    m = -m;
    k++;
  }
}
