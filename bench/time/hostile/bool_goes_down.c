// time: terminates
// because: two rounds at most
void f(unsigned char n) {
  _Bool b = n;
  do b--;
  while (b);
}
