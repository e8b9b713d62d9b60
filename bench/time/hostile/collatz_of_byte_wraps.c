// time: forever
// because: 0 stays 0, others wrap into rings
void f(unsigned char x) {
  while (x != 1) x = (x & 1) ? 3 * x + 1 : x / 2;
}
