// time: terminates
// because: the step is INT_MIN in 64 bits
void f(long long x) {
  int s = (-2147483647 - 1);
  while (x > 0) x += s;
}
