// time: terminates
// because: the smaller one comes to 0
void f(unsigned char x, unsigned char y) {
  while (x && y) {
    if (x < y) { y--; x--; }
    else if (x > y) x--;
    else y -= 1;
  }
}
