// time: terminates
// because: INT_MIN / -1 is INT_MIN where it does not stop
void f(signed char x) {
  int i = x == -128 ? -2147483647 - 1 : x;
  while (i < 0) i /= 2;
}
