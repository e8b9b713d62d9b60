// time: terminates
// because: a negative n wraps around
void f(int n) {
  while (n--)
    ;
}
