// time: terminates
// because: i goes up in the body as well
void f(unsigned char n) {
  for (int i = 0; i < n; i++)
    if (i % 3 == 0) i += 2;
}
