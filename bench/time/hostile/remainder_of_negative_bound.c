// time: terminates
// because: i % -4 is as i % 4
void f(unsigned char n) {
  int i = n;
  while (i % -4) i++;
}
