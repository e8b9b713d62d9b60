// time: unknown
// because: it would end by leaving the array
void f(unsigned char n) {
  unsigned char a[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  unsigned i = 0;
  while (a[i]) i++;
}
