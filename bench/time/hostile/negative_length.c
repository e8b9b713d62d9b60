// time: terminates
// because: a negative n makes no round
void f(int n) {
  unsigned char k = 0;
  for (int i = n; i < 0; i += 1000) k++;
}
