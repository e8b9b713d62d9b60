// time: unknown
// because: steps of a tenth: no claim
void f(unsigned char n) {
  for (long double x = 0; x < n; x += 0.1L)
    ;
}
