// time: forever
// because: m >= k is never met
void f(unsigned char n, unsigned char m, unsigned char k) {
  if (k == 0 || n >= k) return;
  for (unsigned char i = n; i != m; i = (i + 1) % k)
    ;
}
