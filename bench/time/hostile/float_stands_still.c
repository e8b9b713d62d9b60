// time: forever
// because: n > 2^24: x + 1 is x
void f(unsigned n) {
  for (float x = 0; x < n; x += 1)
    ;
}
