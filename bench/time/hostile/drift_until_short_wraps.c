// time: terminates
// because: x + y stays above 0 until y wraps, after 32767 rounds or so
void f(signed char x) {
  short y = 1;
  while (x <= 1) {
    x -= 3;
    y = y / 2;
  }
  do {
    x--;
    y++;
  } while (0 < x + y);
}
