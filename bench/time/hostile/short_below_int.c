// time: forever
// because: n > 32767
void f(int n) {
  short s = 0;
  while (s < n) s++;
}
