// time: terminates
// because: each takes one bit
void f(unsigned char n) {
  while (n) {
    if (n & 128) n &= 127;
    else if (n & 64) n &= 63;
    else if (n & 32) n &= 31;
    else if (n & 16) n &= 15;
    else if (n & 8) n &= 7;
    else if (n & 4) n &= 3;
    else n >>= 1;
  }
}
