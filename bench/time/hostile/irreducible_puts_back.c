// time: forever
// because: from B to A one is added that A takes off
void f(unsigned char n) {
  if (n & 1) goto B;
A:
  if (!n) return;
  n--;
B:
  if (n == 8) { n++; goto A; }
  if (!n) return;
  goto A;
}
