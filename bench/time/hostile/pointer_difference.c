// time: terminates
// because: p - a counts elements, not bytes
void f(unsigned char n) {
  int a[40];
  int *p = a;
  while (p - a < (n & 31)) p++;
}
