// time: terminates
// because: two rotations by 4 give x again
void f(unsigned char x) {
  unsigned char y = x;
  do y = (unsigned char)(y << 4 | y >> 4);
  while (y != x);
}
