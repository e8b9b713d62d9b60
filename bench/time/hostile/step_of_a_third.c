// time: forever
// because: n is 1 or 2: the step is 0
void f(int n) {
  if (n > 1000000) return;
  for (int i = 0; i < n; i += n / 3)
    ;
}
