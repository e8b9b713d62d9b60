// time: terminates
// because: the array has n + 1 elements
void f(unsigned char n) {
  unsigned char a[n + 1];
  for (unsigned i = 0; i <= n; i++) a[i] = 0;
  for (unsigned i = 0; i <= n && !a[i]; i++)
    ;
}
