// time: forever
// because: n == 4 meets no case that moves
void f(unsigned char n) {
  unsigned char i = n & 7;
  while (i) {
    switch (i) {
    case 1: i = 0; break;
    case 2: case 3: i--; break;
    case 5: i = 4; break;
    default: if (i > 5) i--;
    }
  }
}
