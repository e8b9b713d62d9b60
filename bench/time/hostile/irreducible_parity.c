// time: terminates
// because: each way around takes one off, entered at A or at B
void f(unsigned char n) {
  if (n & 1) goto B;
A:
  if (!n) return;
  n--;
B:
  if (!n) return;
  n--;
  if (n & 2) goto B;
  goto A;
}
