// time: forever
// because: an even x goes up 1 and 1 off: 4, 5, 4
void f(signed char x) {
  while (x > 0) {
    if (x & 1) x -= 1;
    else if (x & 4) x += 1;
    else x -= 2;
  }
}
