// time: forever
// because: the middle of 100 and 120 is -18
void f(signed char lo, signed char hi) {
  while (lo < hi) {
    signed char mid = (signed char)(lo + hi) / 2;
    lo = mid + 1;
  }
}
