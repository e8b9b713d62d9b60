// time: terminates
// because: the gray code of i meets n
void f(unsigned char n) {
  unsigned char i = 0;
  while ((i ^ (i >> 1)) != n) i++;
}
