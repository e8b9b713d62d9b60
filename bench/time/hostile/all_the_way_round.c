// time: terminates
// because: i >= 0 always; it meets n after 255 rounds
void f(unsigned char n) {
  unsigned char i;
  for (i = n - 1; i >= 0; i--)
    if (i == n) break;
}
