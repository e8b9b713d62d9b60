// time: terminates
// because: a - b is an int: no rounds for a < b
void f(unsigned char a, unsigned char b) {
  unsigned i = 0;
  while ((int)i < a - b) i++;
}
