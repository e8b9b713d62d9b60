// time: terminates
// because: x goes down to a multiple of y
void f(signed char x, signed char y) {
  if (y >= 0) return;
  while (x % y) x--;
}
