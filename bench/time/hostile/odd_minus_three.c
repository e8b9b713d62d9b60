// time: terminates
// because: 3 off an odd one, 1 onto an even one
void f(int x) {
  while (x > 0) {
    if (x & 1) x -= 3;
    else x += 1;
  }
}
