// time: terminates
// because: four times as many bytes
void f(unsigned char n) {
  int a[40];
  int *p = a;
  while ((char *)p - (char *)a < (n & 127)) p++;
}
