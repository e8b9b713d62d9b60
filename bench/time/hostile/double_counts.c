// time: terminates
// because: small whole numbers are exact
void f(unsigned char n) {
  for (double x = n; x > 0; x -= 1)
    ;
}
